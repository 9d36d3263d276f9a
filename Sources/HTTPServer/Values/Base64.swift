/// RFC 4648, 4: the standard alphabet, padded.
package enum Base64 {
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    package static func encode(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { text in
            var count = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let left = bytes.count - start
                var group = UInt32(bytes[start]) << 16
                if left > 1 { group |= UInt32(bytes[start + 1]) << 8 }
                if left > 2 { group |= UInt32(bytes[start + 2]) }
                for digit in 0..<4 {
                    let value = alphabet[Int(group >> (18 - 6 * UInt32(digit)) & 63)]
                    text[count + digit] = digit <= left ? value : UInt8(ascii: "=")
                }
                count += 4
            }
            return count
        }
    }
}
