import Glibc
import GridEngine
import Renditions
import Synchronization

/// Makes renditions out of nothing, and keeps a list of what it was asked for.
final class ScriptedDecoder: PictureDecoder {
    private let asked = Mutex<[[UInt8]]>([])
    private let sizeBytes: Int

    init(sizeBytes: Int = 100) {
        self.sizeBytes = sizeBytes
    }

    /// The originals that were decoded, in order.
    var decoded: [[UInt8]] { asked.withLock { $0 } }

    func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        guard case .encoded(let bytes) = original else { throw .missing }
        asked.withLock { $0.append(bytes) }
        if bytes.isEmpty { throw .unreadable(.fileEmpty) }
        let picture = Array(repeating: bytes[0], count: sizeBytes)
        return forms.map { form in
            let side =
                switch form {
                case .preview: 48
                case .width(let width): width
                }
            return Rendition(
                bytes: picture, contentType: "image/test", width: side, height: side, originalWidth: 1000,
                originalHeight: 500)
        }
    }
}

/// Holds threads until it is opened.
final class Barrier: Sendable {
    private let gate = Cancellation()
    private let reached = AsyncStream<Void>.makeStream()

    /// Says that it was reached, and blocks until `open`.
    func hold() {
        reached.continuation.yield()
        while !gate.isCancelled { sched_yield() }
    }

    func open() { gate.cancel() }

    /// Returns when a thread is held.
    func isReached() async {
        var iterator = reached.stream.makeAsyncIterator()
        await iterator.next()
    }
}
