import CZlib

/// Compresses a body piece by piece (RFC 1952), as the client reads it: what is written in many pieces is never in memory whole.
///
/// Unchecked: a producer's calls never overlap, and only they use the stream.
final class GzipStream: @unchecked Sendable {
    private let next: @Sendable () -> [UInt8]?
    /// Where it stays: zlib keeps its address.
    private let stream: UnsafeMutablePointer<z_stream>
    private var isDone = false

    /// `nil` when zlib is out of memory.
    /// - Parameters:
    ///   - level: from 1 (fast) to 9 (small).
    ///   - next: the pieces, as `HTTPResponse.Body.producer` has them.
    init?(level: Int32, _ next: @escaping @Sendable () -> [UInt8]?) {
        self.next = next
        stream = .allocate(capacity: 1)
        stream.initialize(to: z_stream())
        guard lookahead_deflate_init_gzip(stream, level) == Z_OK else {
            stream.deallocate()
            return nil
        }
    }

    deinit {
        deflateEnd(stream)
        stream.deallocate()
    }

    /// The next compressed piece; `nil` at the end.
    func produce() -> [UInt8]? {
        while !isDone {
            let piece = next()
            isDone = piece == nil
            let packed = deflated(piece ?? [], isLast: isDone)
            if !packed.isEmpty { return packed }
        }
        return nil
    }

    private func deflated(_ piece: [UInt8], isLast: Bool) -> [UInt8] {
        piece.withUnsafeBufferPointer { input in
            stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
            stream.pointee.avail_in = UInt32(input.count)
            var packed: [UInt8] = []
            // Until zlib has taken all of it, and left room.
            repeat {
                packed += [UInt8](unsafeUninitializedCapacity: 16 * 1024) { output, count in
                    stream.pointee.next_out = output.baseAddress
                    stream.pointee.avail_out = UInt32(output.count)
                    deflate(stream, isLast ? Z_FINISH : Z_NO_FLUSH)
                    count = output.count - Int(stream.pointee.avail_out)
                }
            } while stream.pointee.avail_out == 0
            return packed
        }
    }
}
