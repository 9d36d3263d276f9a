import Glibc

/// The progress of the other end of a TCP connection, as the kernel knows it. Each question is one system call, some hundred nanoseconds.
enum PeerProgress {
    /// How many bytes the peer has acknowledged in all.
    static func bytesTaken(_ descriptor: Int32) -> UInt64? {
        withInformation(of: descriptor, reaching: 128) { $0.loadUnaligned(fromByteOffset: 120, as: UInt64.self) }
    }

    /// Whether bytes wait that the peer has not acknowledged.
    static func hasUnread(_ descriptor: Int32) -> Bool {
        var count: Int32 = 0
        // SIOCOUTQ
        return ioctl(descriptor, UInt(TIOCOUTQ), &count) == 0 && count > 0
    }

    /// By the layout of linux/tcp.h, which only grows at its end: the C library's own copy ends before the counts of bytes.
    private static func withInformation(
        of descriptor: Int32, reaching count: Int, _ read: (UnsafeRawBufferPointer) -> UInt64
    ) -> UInt64? {
        withUnsafeTemporaryAllocation(byteCount: 256, alignment: 8) { buffer in
            var size = socklen_t(buffer.count)
            guard getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, buffer.baseAddress, &size) == 0,
                Int(size) >= count
            else { return nil }
            return read(UnsafeRawBufferPointer(buffer))
        }
    }
}
