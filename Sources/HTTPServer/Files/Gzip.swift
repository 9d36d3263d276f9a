import CZlib

/// Compression of whole bodies (RFC 1952).
enum Gzip {
    /// Compresses at a level from 1 (fast) to 9 (small). `nil` when zlib is out of memory.
    static func compress(_ bytes: [UInt8], level: Int32) -> [UInt8]? {
        var stream = z_stream()
        guard lookahead_deflate_init_gzip(&stream, level) == Z_OK else { return nil }
        defer { deflateEnd(&stream) }
        let bound = Int(deflateBound(&stream, UInt(bytes.count)))
        return bytes.withUnsafeBufferPointer { input in
            let packed = [UInt8](unsafeUninitializedCapacity: bound) { output, count in
                stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
            return packed.isEmpty ? nil : packed
        }
    }

    /// Whether an `Accept-Encoding` takes gzip: named, or by a star, and not with a weight of nothing.
    static func isAccepted(_ acceptEncoding: String) -> Bool {
        for entry in acceptEncoding.split(separator: ",") {
            let parts = entry.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" }.lowercased() }
            guard let coding = parts.first, coding == "gzip" || coding == "*" else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
            return weight.map { (Double($0) ?? 0) > 0 } ?? true
        }
        return false
    }
}

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
