import CMicroHTTPD
import Glibc

/// A whole body, in memory or in a file.
package enum ReceivedBody: Sendable {
    case bytes([UInt8])
    case file(SpooledFile, count: Int)

    package var count: Int {
        switch self {
        case .bytes(let bytes): bytes.count
        case .file(_, let count): count
        }
    }

    /// The bytes; from a file it takes milliseconds and their memory.
    /// - Throws: when the file cannot be read.
    package func read() throws(ProblemDetails) -> [UInt8] {
        switch self {
        case .bytes(let bytes): return bytes
        case .file(let file, let count):
            guard let bytes = file.read(count) else {
                throw ProblemDetails(.insufficientStorage, "the body could not be read again")
            }
            return bytes
        }
    }
}

/// A file without a name, which ends with its last user.
package final class SpooledFile: Sendable {
    private let descriptor: Int32

    init?(in folder: String) {
        descriptor = lookahead_open_temporary(folder)
        if descriptor < 0 { return nil }
    }

    deinit { close(descriptor) }

    /// Writes at the end.
    /// - Returns: whether all bytes were written.
    func append(_ part: UnsafeRawBufferPointer) -> Bool {
        var written = 0
        while written < part.count {
            let count = write(descriptor, part.baseAddress.map { $0 + written }, part.count - written)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }

    /// The first `count` bytes.
    func read(_ count: Int) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled, filled)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
