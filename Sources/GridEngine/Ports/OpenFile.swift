#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// An open file descriptor, closed with the last reference.
package final class OpenFile: Sendable {
    package let descriptor: Int32
    /// Whether nobody writes to it any more: what is damaged in it stays damaged.
    package let isComplete: Bool

    /// Takes over `descriptor`.
    package init(descriptor: Int32, isComplete: Bool = false) {
        self.descriptor = descriptor
        self.isComplete = isComplete
    }

    deinit { close(descriptor) }

    /// `nil` when the system does not say.
    package var sizeBytes: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }
}

extension OpenFile {
    /// Facts that a copy of a file has to agree with.
    package struct Status: Sendable, Equatable {
        package var sizeBytes: UInt64
        /// In seconds since 1970.
        package var modified: Int64
    }

    /// `nil` when it is no regular file, or the system does not say.
    package var status: Status? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Status(sizeBytes: UInt64(status.st_size), modified: Int64(status.st_mtim.tv_sec))
    }

    /// Bytes from an offset: fewer than asked for at the file's end; `nil` when they cannot be read. May block.
    package func bytes(from offset: UInt64, count: Int) -> [UInt8]? {
        var isRead = true
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count, let start = buffer.baseAddress {
                let got = pread(descriptor, start + filled, count - filled, off_t(offset) + off_t(filled))
                if got < 0, errno == EINTR { continue }
                isRead = got >= 0
                guard got > 0 else { break }
                filled += got
            }
        }
        return isRead ? bytes : nil
    }
}
