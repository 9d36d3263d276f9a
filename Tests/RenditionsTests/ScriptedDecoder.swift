import Glibc
import GridEngine
import Synchronization

@testable import Renditions

/// Makes renditions out of nothing, and keeps a list of what it was asked for.
final class ScriptedDecoder: PictureDecoder {
    private let asked = Mutex<[(bytes: [UInt8], forms: [RenditionForm])]>([])
    private let sizeBytes: Int
    /// By the first byte of the original: its decodes are slow, and end once this is open.
    private let slow: [UInt8: Barrier]
    private let saysSlow: Bool
    private let failing: RenditionForm?

    /// - Parameters:
    ///   - sizeBytes: of each rendition.
    ///   - slow: which originals take long, by their first byte, and until when.
    ///   - saysSlow: whether these report that they are slow.
    ///   - failing: decodes of this form find the picture damaged, in the end.
    init(sizeBytes: Int = 100, slow: [UInt8: Barrier] = [:], saysSlow: Bool = true, failing: RenditionForm? = nil) {
        self.sizeBytes = sizeBytes
        self.slow = slow
        self.saysSlow = saysSlow
        self.failing = failing
    }

    /// The originals that were decoded, in order.
    var decoded: [[UInt8]] { asked.withLock { $0.map(\.bytes) } }
    /// What was to be made of each.
    var forms: [[RenditionForm]] { asked.withLock { $0.map(\.forms) } }

    func renditions(
        of original: Original, as forms: [RenditionForm], cancellation: Cancellation, whenSlow: () -> Void
    ) throws(LoadFailure) -> [Rendition] {
        let bytes: [UInt8]
        switch original {
        case .encoded(let encoded): bytes = encoded
        case .file(let file, _): bytes = file.head(1 << 20)
        case .pixels: throw .missing
        }
        asked.withLock { $0.append((bytes, forms)) }
        if bytes.isEmpty { throw .unreadable(.fileEmpty) }
        if let barrier = slow[bytes[0]] {
            if saysSlow { whenSlow() }
            barrier.hold()
        }
        if let failing, forms.contains(failing) { throw .unreadable(.pictureDamaged) }
        let picture = Array(repeating: bytes[0], count: sizeBytes)
        return forms.map { form in
            let side =
                switch form {
                case .preview: 48
                case .width(let width): width
                case .region(let region): region.width / region.shrink
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
