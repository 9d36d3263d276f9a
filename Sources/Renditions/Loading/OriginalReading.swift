import Glibc
import GridEngine

/// One read of an original and the decodes of it, for all the renditions that are wanted of it meanwhile.
///
/// `@unchecked Sendable`: everything that changes is guarded by the loader's `state`.
final class OriginalReading: @unchecked Sendable {
    /// Names the content that is read.
    struct Key: Hashable {
        let collection: String
        let item: String
        let revision: UInt64

        init(_ key: RenditionKey) {
            collection = key.collection
            item = key.item
            revision = key.revision
        }
    }

    /// How long its decodes take.
    enum Pace {
        case usual
        /// Slow, but there is no memory for another load in its place.
        case heldBack
        /// Slow or downloaded, and other loads begin in the place of its own.
        case beside
    }

    let key: Key
    /// Raised when the last flight has left.
    let cancellation = Cancellation()
    /// Number of flights that wait for the original or use it.
    var users = 0
    /// Flights that wait: for the original, or for another one's decode to make what they want.
    var waiting: [RenditionFlight] = []
    /// Flights that decode it, or will once it is read.
    private(set) var decoding: [RenditionFlight] = []
    /// `nil` until it is read.
    var original: SharedOriginal?
    /// Changed by `DetachedReadings` only.
    var pace = Pace.usual

    init(_ key: Key) {
        self.key = key
    }

    /// All its flights that have not ended.
    var flights: [RenditionFlight] { decoding + waiting }

    func isMaking(_ form: RenditionForm) -> Bool {
        decoding.contains { $0.making.contains(form) }
    }

    /// The flight is going to decode. What another one makes already is left out of its by-products.
    func beginDecode(_ flight: RenditionFlight) {
        flight.making = flight.forms.filter { $0 == flight.key.form || !isMaking($0) }
        decoding.append(flight)
    }

    /// - Returns: the flights that go on now, because no decode makes what they wait for.
    func endDecode(_ flight: RenditionFlight) -> [RenditionFlight] {
        decoding.removeAll { $0 === flight }
        flight.making = []
        return takeUnserved()
    }

    /// Takes the waiting flights whose rendition no decode makes.
    func takeUnserved() -> [RenditionFlight] {
        let unserved = waiting.filter { !isMaking($0.key.form) }
        waiting.removeAll { !isMaking($0.key.form) }
        return unserved
    }
}

/// An original that several decodes may read at once. A download is kept once, in a memory file that workers read: not as an
/// array beside it, and not once for each decode.
struct SharedOriginal: Sendable {
    /// For one decode: a file has one position.
    let original: Original
    /// Bytes that are held in memory as long as this is.
    let memoryBytes: Int
    /// A file of the source's: others may still be writing to it, and a thumbnail in it spares most of the read.
    let isFile: Bool

    /// - Throws: `.transient` when there is no memory or no descriptor for a download.
    init(_ original: Original) throws(LoadFailure) {
        switch original {
        case .file:
            self.init(original, memoryBytes: 0, isFile: true)
        case .encoded(let bytes):
            self.init(.file(try .sealed(bytes), name: ""), memoryBytes: bytes.count, isFile: false)
        case .pixels(_, _, let rgb):
            self.init(original, memoryBytes: rgb.count, isFile: false)
        }
    }

    private init(_ original: Original, memoryBytes: Int, isFile: Bool) {
        self.original = original
        self.memoryBytes = memoryBytes
        self.isFile = isFile
    }

    /// The same for another decode.
    /// - Throws: `.transient` when there is no descriptor for it.
    func again() throws(LoadFailure) -> SharedOriginal {
        guard case .file(let file, let name) = original else { return self }
        return SharedOriginal(.file(try file.reopened(), name: name), memoryBytes: memoryBytes, isFile: isFile)
    }
}

extension OpenFile {
    /// The same file with a position of its own, for reading.
    fileprivate func reopened() throws(LoadFailure) -> OpenFile {
        let reopened = open("/proc/self/fd/\(descriptor)", O_RDONLY | O_CLOEXEC)
        guard reopened >= 0 else { throw VipsDecoder.systemFailure(errno) }
        return OpenFile(descriptor: reopened, isComplete: isComplete)
    }
}
