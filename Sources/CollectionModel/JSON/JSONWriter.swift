/// Writes JSON into a byte buffer, without an intermediate tree. Commas are set by the writer; that members stand in objects
/// and values in arrays is the caller's.
package struct JSONWriter: Sendable {
    package private(set) var bytes: [UInt8]
    /// Whether a comma comes before the next member or value.
    private var needsComma = false

    package init(reservingCapacity capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    package var count: Int { bytes.count }

    /// Makes room for so many bytes in all.
    package mutating func reserve(_ capacity: Int) {
        bytes.reserveCapacity(capacity)
    }

    /// Empties the writer and keeps its memory, for streams that send piece by piece. Punctuation goes on where it was.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// Hands the bytes out and leaves the writer empty, punctuation where it was.
    package mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    // MARK: Containers

    package mutating func beginObject() {
        separate()
        bytes.append(UInt8(ascii: "{"))
        needsComma = false
    }

    package mutating func endObject() {
        bytes.append(UInt8(ascii: "}"))
        needsComma = true
    }

    package mutating func beginArray() {
        separate()
        bytes.append(UInt8(ascii: "["))
        needsComma = false
    }

    package mutating func endArray() {
        bytes.append(UInt8(ascii: "]"))
        needsComma = true
    }

    package mutating func object<E: Error>(_ members: (inout Self) throws(E) -> Void) throws(E) {
        beginObject()
        try members(&self)
        endObject()
    }

    package mutating func array<E: Error>(_ values: (inout Self) throws(E) -> Void) throws(E) {
        beginArray()
        try values(&self)
        endArray()
    }

    // MARK: Keys

    /// A member's name. `name` is written as it is: letters and digits of ASCII.
    package mutating func key(_ name: StaticString) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes.append(contentsOf: $0) }
        bytes.append(UInt8(ascii: "\""))
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member's name of any characters.
    package mutating func key(escaping name: String) {
        string(name)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    package mutating func null() {
        literal("null")
    }

    package mutating func bool(_ value: Bool) {
        literal(value ? "true" : "false")
    }

    package mutating func int(_ value: Int) {
        separate()
        appendDigits(value)
        needsComma = true
    }

    /// The shortest form that reads back as the same number; integers without a fraction; what JSON cannot say as `null`.
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        if let integer = Int(exactly: value), integer.magnitude < 1 << 53 { return int(integer) }
        separate()
        bytes.append(contentsOf: value.description.utf8)
        needsComma = true
    }

    package mutating func string(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        appendEscaped(value)
        bytes.append(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Splices JSON that is encoded already. It is one value, or (inside an object) members without their braces.
    package mutating func raw(_ json: some Collection<UInt8>) {
        separate()
        bytes.append(contentsOf: json)
        needsComma = true
    }

    /// Splices JSON text that is encoded already.
    package mutating func raw(_ json: String) {
        raw(json.utf8)
    }

    private mutating func literal(_ text: StaticString) {
        separate()
        text.withUTF8Buffer { bytes.append(contentsOf: $0) }
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
    }

    private mutating func appendDigits(_ value: Int) {
        var rest = value.magnitude
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        if rest < 10 { return bytes.append(UInt8(ascii: "0") + UInt8(rest)) }
        let start = bytes.count
        while rest > 0 {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        }
        bytes[start...].reverse()
    }

    private mutating func appendEscaped(_ value: String) {
        if !value.utf8.contains(where: Self.needsEscape) { return bytes.append(contentsOf: value.utf8) }
        for byte in value.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [UInt8(ascii: "\\"), byte])
            case 0x0A: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "n")])
            case 0x0D: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "r")])
            case 0x09: bytes.append(contentsOf: [UInt8(ascii: "\\"), UInt8(ascii: "t")])
            case 0..<0x20:
                bytes.append(contentsOf: "\\u00".utf8)
                bytes.append(UInt8(ascii: "0") + byte >> 4)
                bytes.append(contentsOf: String(byte & 0xF, radix: 16).utf8)
            default: bytes.append(byte)
            }
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
