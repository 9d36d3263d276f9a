import Glibc
import GridEngine

/// An original that several decodes may read at once. A download is kept once, in a memory file that workers read: not as an
/// array beside it, and not once for each decode.
struct SharedOriginal: Sendable {
    /// For one decode: a file has one position.
    let original: Original
    /// What is held in memory as long as this is.
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
