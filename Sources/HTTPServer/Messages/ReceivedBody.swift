import CMicroHTTPD
import Glibc
import Synchronization

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
            guard let bytes = file.read(0..<count) else { throw ReceivedBody.unreadable }
            return bytes
        }
    }

    /// For a body whose file cannot be read.
    package static let unreadable = ProblemDetails(.insufficientStorage, "the body could not be read again")
}

/// The parts of a body in a file, each read when it is wanted.
package final class SpooledParts: Sendable {
    private static let partBytes = 256 * 1024

    private let file: SpooledFile
    private let count: Int
    private let isFailed = Atomic<Bool>(false)

    fileprivate init(_ file: SpooledFile, count: Int) {
        self.file = file
        self.count = count
    }

    /// Whether a part could not be read: it seemed that there was none.
    package var isBroken: Bool { isFailed.load(ordering: .relaxed) }

    /// Returns the parts from the first one on, then `nil`.
    package func fromStart() -> @Sendable () -> [UInt8]? {
        let offset = Mutex(0)
        return {
            offset.withLock { offset in
                guard offset < self.count, !self.isBroken else { return nil }
                let range = offset..<min(offset + SpooledParts.partBytes, self.count)
                offset = range.upperBound
                let part = self.file.read(range)
                if part == nil { self.isFailed.store(true, ordering: .relaxed) }
                return part
            }
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

    /// The first `count` bytes, part by part.
    package func parts(_ count: Int) -> SpooledParts { SpooledParts(self, count: count) }

    /// `nil` when they cannot be read.
    func read(_ range: Range<Int>) -> [UInt8]? {
        let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, filled in
            while filled < range.count {
                let place = range.lowerBound + filled
                let got = pread(descriptor, buffer.baseAddress.map { $0 + filled }, range.count - filled, place)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { return }
                filled += got
            }
        }
        return bytes.count == range.count ? bytes : nil
    }
}
