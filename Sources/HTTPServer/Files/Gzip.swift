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
