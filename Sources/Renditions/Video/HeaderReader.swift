import Glibc
import GridEngine

/// Reads small pieces of an open file, wherever they are: a video of any length costs the pieces of its header.
///
/// Numbers are big-endian, as containers have them. Used by one thread.
struct HeaderReader {
    /// Maximum pieces of one file. An ordinary header takes fifty; what is made of endless small parts is given up.
    private static let mostReads = 4000
    /// Maximum bytes of one piece.
    static let pieceLimit = 4096

    let sizeBytes: Int
    private let descriptor: Int32
    private var reads = 0

    init?(_ file: OpenFile) {
        guard let sizeBytes = file.sizeBytes, sizeBytes > 0 else { return nil }
        self.sizeBytes = sizeBytes
        descriptor = file.descriptor
    }

    /// - Returns: exactly `count` bytes from an offset; `nil` where the file has fewer, or enough was read.
    mutating func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard reads < Self.mostReads, offset >= 0, 0...Self.pieceLimit ~= count, offset <= sizeBytes - count else {
            return nil
        }
        reads += 1
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + filled, count - filled, off_t(offset + filled))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }
}

extension [UInt8] {
    /// The number that some bytes are, most significant first; `nil` where they are not there, or more than eight.
    func number(at offset: Int, bytes count: Int) -> UInt64? {
        guard 0...8 ~= count, offset >= 0, offset + count <= self.count else { return nil }
        return self[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
