#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// An open file descriptor, closed with the last reference.
package final class OpenFile: Sendable {
    package let descriptor: Int32

    /// Takes over `descriptor`.
    package init(descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// `nil` when the system does not say.
    package var sizeBytes: Int? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }
}
