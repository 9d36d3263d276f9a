import CProcess
import Glibc
import GridEngine

extension OpenFile {
    /// A copy of `bytes` in a file without a name, in memory, that no one can change.
    /// - Throws: `.transient` when there is no memory or no descriptor for it.
    static func sealed(_ bytes: [UInt8]) throws(LoadFailure) -> OpenFile {
        let descriptor = lookahead_memory_file()
        guard descriptor >= 0 else { throw LoadFailure(systemError: errno) }
        let file = OpenFile(descriptor: descriptor)
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress! + written, $0.count - written) }
            guard count > 0 else { throw LoadFailure(systemError: errno) }
            written += count
        }
        // The descriptor that a worker gets is this one: it must not be able to change the picture for the next.
        _ = lookahead_seal(descriptor)
        return file
    }
}

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
