import Glibc
import Synchronization

/// A part of an open file as a body. Owns its descriptor until the server takes it, and closes it otherwise.
package final class FileBody: Sendable {
    /// −1 once released.
    private let descriptor: Atomic<Int32>
    /// In bytes from the file's start.
    package let offset: UInt64
    /// In bytes.
    package let length: UInt64
    /// Held until the file has been sent, or the connection was lost: a place among those that may be sent at the same time.
    let place: (any AnyObject & Sendable)?

    /// Takes over `descriptor`, which must be of a regular file of at least `offset + length` bytes.
    package init(
        descriptor: Int32, offset: UInt64 = 0, length: UInt64, place: (any AnyObject & Sendable)? = nil
    ) {
        self.descriptor = Atomic(descriptor)
        self.offset = offset
        self.length = length
        self.place = place
    }

    deinit {
        let descriptor = release()
        if descriptor >= 0 { close(descriptor) }
    }

    /// −1 once released.
    var openDescriptor: Int32 { descriptor.load(ordering: .acquiring) }

    /// Gives the descriptor away, once.
    func release() -> Int32 {
        descriptor.exchange(-1, ordering: .acquiringAndReleasing)
    }

    /// The first `count` bytes, read without moving the file's position; `nil` when it is shorter or cannot be read.
    func read(_ count: Int) -> [UInt8]? {
        let descriptor = descriptor.load(ordering: .acquiring)
        guard descriptor >= 0 else { return nil }
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let read = pread(
                    descriptor, buffer.baseAddress.unsafelyUnwrapped + filled, count - filled, off_t(filled))
                guard read > 0 else { break }
                filled += read
            }
        }
        return bytes.count == count ? bytes : nil
    }
}
