import Glibc
import Synchronization

/// A file of slots of one size, read and written by position. Nothing is flushed, and nothing is mapped: a mapped file that another
/// process cuts short would end this one. Any thread; blocks on the disk.
final class SlotFile: Sendable {
    let slotBytes: Int
    private let path: String
    /// -1 while it is not open.
    private let descriptor = Mutex<Int32>(-1)

    init(path: String, slotBytes: Int) {
        self.path = path
        self.slotBytes = slotBytes
    }

    deinit { closeFile() }

    /// Reads slots one after another; fewer where the file ends.
    /// - Returns: whole slots.
    func read(_ slots: Range<Int>, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        withFile(creating: false) { descriptor in
            var done = 0
            let (start, count) = (slots.lowerBound * slotBytes, slots.count * slotBytes)
            while done < count {
                let got = pread(descriptor, buffer.baseAddress! + done, count - done, off_t(start + done))
                if got > 0 { done += got } else if got == 0 || errno != EINTR { break }
            }
            return done / slotBytes
        } ?? 0
    }

    /// - Returns: whether all was written.
    func write(_ bytes: UnsafeRawBufferPointer, at slot: Int) -> Bool {
        withFile(creating: true) { descriptor in
            var done = 0
            while done < bytes.count {
                let put = pwrite(
                    descriptor, bytes.baseAddress! + done, bytes.count - done, off_t(slot * slotBytes + done))
                if put > 0 { done += put } else if put == 0 || errno != EINTR { return false }
            }
            return true
        } ?? false
    }

    /// Bytes that the disk has given it; 0 where there is no file. Holes take nothing.
    var allocatedBytes: Int {
        withFile(creating: false) { descriptor in
            var status = stat()
            return fstat(descriptor, &status) == 0 ? Int(status.st_blocks) * 512 : 0
        } ?? 0
    }

    /// It is opened again when it is needed.
    func closeFile() {
        descriptor.withLock { descriptor in
            if descriptor >= 0 { close(descriptor) }
            descriptor = -1
        }
    }

    /// The lock is held meanwhile, so that nobody closes the file.
    private func withFile<Value>(creating: Bool, _ body: (Int32) -> Value) -> Value? {
        descriptor.withLock { descriptor in
            if descriptor < 0 {
                let flags = O_RDWR | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | (creating ? O_CREAT : 0)
                descriptor = open(path, flags, 0o600)
            }
            return descriptor < 0 ? nil : body(descriptor)
        }
    }
}
