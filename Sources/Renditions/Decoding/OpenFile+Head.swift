import Glibc
import GridEngine

extension OpenFile {
    /// The first bytes of a file, fewer where it ends before.
    func head(_ most: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            while count < most {
                let got = pread(descriptor, buffer.baseAddress! + count, most - count, off_t(count))
                if got > 0 { count += got } else if got == 0 || errno != EINTR { return }
            }
        }
    }
}
