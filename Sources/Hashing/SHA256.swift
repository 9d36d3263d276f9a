/// SHA-256 (FIPS 180-4) and HMAC (RFC 2104).
package enum SHA256 {
    private static let blockBytes = 64
    private static let initialWords: [UInt32] = [
        0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
    ]

    /// The hash of a message: 32 bytes.
    package static func digest(of message: [UInt8]) -> [UInt8] {
        var words = initialWords
        let tail = message.count - message.count % blockBytes
        for start in stride(from: 0, to: tail, by: blockBytes) { add(message, from: start, to: &words) }
        var last = Array(message[tail...]) + [0x80]
        last += Array(repeating: 0, count: (2 * blockBytes - 8 - last.count) % blockBytes)
        let bits = UInt64(message.count) * 8
        last += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * $0)) }
        for start in stride(from: 0, to: last.count, by: blockBytes) { add(last, from: start, to: &words) }
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
    }

    /// A code that only one who has the key can make.
    package static func authenticationCode(of message: [UInt8], key: [UInt8]) -> [UInt8] {
        var key = key.count > blockBytes ? digest(of: key) : key
        key += Array(repeating: 0, count: blockBytes - key.count)
        let inner = digest(of: key.map { $0 ^ 0x36 } + message)
        return digest(of: key.map { $0 ^ 0x5c } + inner)
    }

    private static func add(_ block: [UInt8], from start: Int, to words: inout [UInt32]) {
        func turned(_ word: UInt32, _ count: UInt32) -> UInt32 { word >> count | word << (32 - count) }
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { w in
            for i in 0..<16 {
                let at = start + 4 * i
                w[i] = UInt32(block[at]) << 24 | UInt32(block[at + 1]) << 16
                w[i] |= UInt32(block[at + 2]) << 8 | UInt32(block[at + 3])
            }
            for i in 16..<64 {
                let low = turned(w[i - 15], 7) ^ turned(w[i - 15], 18) ^ w[i - 15] >> 3
                let high = turned(w[i - 2], 17) ^ turned(w[i - 2], 19) ^ w[i - 2] >> 10
                w[i] = w[i - 16] &+ low &+ w[i - 7] &+ high
            }
            var (a, b, c, d) = (words[0], words[1], words[2], words[3])
            var (e, f, g, h) = (words[4], words[5], words[6], words[7])
            for i in 0..<64 {
                let mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
                let first = h &+ mixed &+ (e & f ^ ~e & g) &+ constants[i] &+ w[i]
                let second = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) &+ (a & b ^ a & c ^ b & c)
                (h, g, f, e) = (g, f, e, d &+ first)
                (d, c, b, a) = (c, b, a, first &+ second)
            }
            for (i, value) in [a, b, c, d, e, f, g, h].enumerated() { words[i] &+= value }
        }
    }

    private static let constants: [UInt32] = [
        0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
        0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
        0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
        0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
        0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
        0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
        0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
        0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
    ]
}
