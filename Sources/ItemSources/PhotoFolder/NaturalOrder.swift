/// The order in which people expect names: digits by their value, case and accents aside, any script.
///
/// A name becomes a key once, and keys compare as plain bytes. Names with equal keys are ordered by their own bytes,
/// so that the order is total.
enum NaturalOrder {
    /// Appends the key of a file's name: the part before the extension counts first, so that `IMG.jpg` comes before
    /// `IMG 2.jpg`.
    static func appendKey(ofFile name: some Collection<UInt8>, to key: inout [UInt8]) {
        let bytes = Array(name)
        let dot = bytes.lastIndex(of: UInt8(ascii: ".")) ?? bytes.count
        appendKey(ofText: bytes[..<dot], to: &key)
        key.append(0)
        appendKey(ofText: bytes[dot...], to: &key)
    }

    /// Appends the key of a folder's path: each folder is followed at once by those inside it.
    static func appendKey(ofPath path: some Collection<UInt8>, to key: inout [UInt8]) {
        for part in path.split(separator: UInt8(ascii: "/")) {
            appendKey(ofText: Array(part)[...], to: &key)
            key.append(0)
        }
    }

    private static func appendKey(ofText bytes: ArraySlice<UInt8>, to key: inout [UInt8]) {
        var digits: [UInt8] = []
        if bytes.allSatisfy({ $0 < 0x80 }) {
            for byte in bytes {
                if byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") {
                    digits.append(byte)
                    continue
                }
                flush(&digits, to: &key)
                key.append(byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") ? byte | 0x20 : max(byte, 1))
            }
        } else {
            for scalar in ScalarFolding.folded(String(decoding: bytes, as: UTF8.self)) {
                if scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue {
                    digits.append(UInt8(ascii: "0") + UInt8(value))
                    continue
                }
                flush(&digits, to: &key)
                key.append(contentsOf: Array(String(scalar).utf8))
            }
        }
        flush(&digits, to: &key)
    }

    /// A run of digits: a mark that sorts where digits do, how many there are without leading zeros, and those. The
    /// longer number is the larger one.
    private static func flush(_ digits: inout [UInt8], to key: inout [UInt8]) {
        guard !digits.isEmpty else { return }
        let value = digits.drop { $0 == UInt8(ascii: "0") }
        key.append(UInt8(ascii: "0"))
        key.append(UInt8(min(value.count, 255)))
        key.append(contentsOf: value)
        digits.removeAll(keepingCapacity: true)
    }
}
