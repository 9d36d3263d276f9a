import GridEngine
import HTTPServer
import JSONText
import Synchronization

/// The events of one collection on one stream. An event's identifier is the version that it leads to, so that a stream goes on
/// where another one ended: after a restart of the server too, and at another server of the same database. Such versions have
/// stamps: when the database was restored from a backup, the client is notified that what it knows is no longer there.
///
/// News are read when the client is ready for them: a slow reader gets more at once, and costs no memory.
final class CollectionEvents: Sendable {
    private struct State {
        /// The newest that was sent; `nil` until it has begun.
        var head: StoredHead?
        /// Whether the stream knows that there is something to read.
        var isAnnounced = false
    }

    /// Bytes for which the stream's queue is charged: what is read is not in it.
    private static let weight = 1024

    private let engine: GridEngine
    private let patches: EncodedPatches
    private let collection: String
    private let stream: EventStream
    private let state = Mutex(State())

    init(of collection: String, on stream: EventStream, _ engine: GridEngine, _ patches: EncodedPatches) {
        (self.collection, self.stream, self.engine, self.patches) = (collection, stream, engine, patches)
    }

    /// - Parameters:
    ///   - known: the version that the client knows; `nil` for none: it is sent the newest as the first event.
    ///   - newest: the collection's.
    func begin(after known: StoredHead?, newest: StoredHead) {
        if known == nil {
            stream.send(frame: EventStream.frame(event: "version", named: newest.text, data: document(newest)))
        }
        state.withLock { $0.head = known ?? newest }
        announce()
    }

    /// Says that there may be a new version. Any thread; does not block.
    func announce() {
        let isNew = state.withLock { state in
            defer { state.isAnnounced = true }
            return !state.isAnnounced
        }
        if isNew { stream.send(weight: Self.weight) { self.nextChanges() } }
    }

    private func nextChanges() -> [UInt8] {
        let known = state.withLock { state in
            state.isAnnounced = false
            return state.head
        }
        guard let known else { return [] }
        do throws(GridError) {
            guard let changes = try engine.changes(of: collection, since: known.version, stamp: known.stamp) else {
                return try reset()
            }
            if let last = changes.last { state.withLock { $0.head = last.head } }
            return changes.flatMap {
                EventStream.frame(event: "patch", named: $0.head.text, data: patches.json(of: $0))
            }
        } catch {
            switch error {
            // A version that is not there yet: of a collection that was deleted and made again.
            case .invalid: return (try? reset()) ?? []
            case .notFound:
                stream.close()
                return EventStream.frame(event: "removed", data: document(nil))
            default: return []
            }
        }
    }

    /// Where the changes since are no longer known.
    private func reset() throws(GridError) -> [UInt8] {
        let head = try engine.snapshot(of: collection).head
        state.withLock { $0.head = head }
        return EventStream.frame(event: "reset", named: head.text, data: document(head))
    }

    private func document(_ head: StoredHead?) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("collection", collection)
            if let head { writer.member("version", head.version) }
            if let stamp = head?.stampText { writer.member("stamp", stamp) }
        }
        return writer.take()
    }
}
