import CollectionModel
import JSONText
import Synchronization

/// The contents of a collection's items, as far as its source was asked: within a limit, by item.
///
/// Two generations: when the younger has half the limit, the older is dropped, but for what viewers hold, and the younger becomes the
/// older. Reading an entry leaves no trace. Its lock is a leaf: it is taken under a collection's, and nothing is called under it.
final class ContentCache: Sendable {
    /// Maximum memory of one collection's contents, beside those that viewers hold.
    static let limitBytes = 16 << 20

    private struct Entry: Sendable {
        var item: SourceItem
        let ordinal: ItemOrdinal
        let bytes: Int
        /// The content has changed since: shown until the new one is there.
        var isStale = false
    }

    private struct State: Sendable {
        var young: [String: Entry] = [:]
        var old: [String: Entry] = [:]
        var youngBytes = 0

        subscript(id: String) -> Entry? {
            get { young[id] ?? old[id] }
            set {
                if young[id] != nil { young[id] = newValue } else if old[id] != nil { old[id] = newValue }
            }
        }
    }

    private let state = Mutex(State())
    private let limitBytes: Int

    init(limitBytes: Int = ContentCache.limitBytes) { self.limitBytes = limitBytes }

    /// An item's content, also an outdated one; `nil` when it is unknown.
    subscript(id: String) -> SourceItem? { state.withLock { $0[id]?.item } }

    /// Whether an item need not be read.
    func isFresh(_ id: String) -> Bool { state.withLock { $0[id].map { !$0.isStale } ?? false } }

    /// The contents of those items that need not be read.
    func fresh(among ids: some Sequence<String>) -> [String: SourceItem] {
        state.withLock { state in
            var found: [String: SourceItem] = [:]
            for id in ids {
                guard let entry = state[id], !entry.isStale else { continue }
                found[id] = entry.item
            }
            return found
        }
    }

    /// Takes over contents, with the listed revisions.
    /// - Returns: whether the older ones are to be dropped now: `turn`.
    func put(_ items: [(ordinal: ItemOrdinal, item: SourceItem)]) -> Bool {
        state.withLock { state in
            for (ordinal, item) in items {
                let entry = Entry(item: item, ordinal: ordinal, bytes: item.memoryBytes)
                state.old[item.id] = nil
                state.youngBytes += entry.bytes - (state.young.updateValue(entry, forKey: item.id)?.bytes ?? 0)
            }
            return state.youngBytes > limitBytes / 2
        }
    }

    /// The items whose contents `turn` drops.
    var oldest: [(id: String, ordinal: ItemOrdinal)] { state.withLock { $0.old.map { ($0.key, $0.value.ordinal) } } }

    /// Drops the older generation.
    /// - Parameter kept: those of its items that viewers hold.
    func turn(keeping kept: [String]) {
        let dropped = state.withLock { state -> [String: Entry] in
            guard state.youngBytes > limitBytes / 2 else { return [:] }
            var held: [String: Entry] = [:]
            for id in kept { held[id] = state.old[id] }
            defer {
                (state.old, state.young) = (state.young, held)
                state.youngBytes = held.values.reduce(0) { $0 + $1.bytes }
            }
            return state.old
        }
        // Thousands of entries are freed here, without the lock that serving threads take.
        _ = consume dropped
    }

    /// These items have other contents now.
    func outdate(_ items: [(id: String, revision: UInt64)]) {
        state.withLock { state in
            for (id, revision) in items {
                state[id]?.item.revision = revision
                state[id]?.isStale = true
            }
        }
    }

    /// These items are gone.
    func remove(_ items: [String]) {
        state.withLock { state in
            for id in items {
                state.old[id] = nil
                if let entry = state.young.removeValue(forKey: id) { state.youngBytes -= entry.bytes }
            }
        }
    }
}

extension SourceItem {
    /// About the memory that it takes.
    var memoryBytes: Int {
        256 + id.utf8.count + title.utf8.count + kind.utf8.count + JSONValue.object(attributes).memoryBytes
    }
}

extension JSONValue {
    fileprivate var memoryBytes: Int {
        switch self {
        case .string(let text): 32 + text.utf8.count
        case .array(let values): values.reduce(48) { $0 + $1.memoryBytes }
        case .object(let object): object.members.reduce(48) { $0 + $1.name.utf8.count + 16 + $1.value.memoryBytes }
        default: 32
        }
    }
}
