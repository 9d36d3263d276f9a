import Glibc
import GridEngine

/// The content of one file that holds a picture, read where it lies.
enum PictureBytes {
    case file(OpenFile)
    case memory([UInt8])

    /// Maximum bytes that are read into memory to be put right; what is larger goes to the library as it is.
    static let memoryLimit = 512 << 20

    /// -1 when the system does not say.
    var count: Int {
        switch self {
        case .file(let file): file.sizeBytes ?? -1
        case .memory(let bytes): bytes.count
        }
    }

    /// The first bytes, fewer where the content ends before.
    /// - Throws: what the system says of a file that cannot be read.
    func head(_ most: Int) throws(LoadFailure) -> [UInt8] {
        switch self {
        case .file(let file):
            guard let bytes = file.bytes(from: 0, count: most) else { throw LoadFailure(systemError: errno) }
            return bytes
        case .memory(let bytes): return Array(bytes.prefix(most))
        }
    }

    /// Exactly `count` bytes; `nil` where the content has fewer.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0, count >= 0, offset <= self.count - count else { return nil }
        switch self {
        case .file(let file):
            let bytes = file.bytes(from: UInt64(offset), count: count)
            return bytes?.count == count ? bytes : nil
        case .memory(let bytes): return Array(bytes[offset..<(offset + count)])
        }
    }

    /// All of it; `nil` of what is too large to be put right in memory.
    func all() -> [UInt8]? {
        let count = count
        return count <= Self.memoryLimit ? bytes(at: 0, count: count) : nil
    }
}
