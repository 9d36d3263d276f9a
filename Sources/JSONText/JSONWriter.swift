/// Writes JSON into a buffer of its own, without an intermediate tree. Commas are set by the writer; that members stand in
/// objects and values in arrays is the caller's.
///
/// Not copyable: one buffer, one writer, so that no byte is appended through a check for other references to the storage.
/// `@unchecked Sendable`: the memory is this value's alone.
package struct JSONWriter: ~Copyable, @unchecked Sendable {
    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    package private(set) var count = 0
    /// Whether a comma comes before the next member or value.
    private var needsComma = false

    package init(reservingCapacity capacity: Int = 256) {
        self.capacity = max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// The bytes written and not yet taken.
    package var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    /// Empties the writer and keeps its memory, for streams that send piece by piece. Punctuation goes on where it was.
    package mutating func removeAll() {
        count = 0
    }

    /// Hands a copy of the bytes out and leaves the writer empty, punctuation where it was.
    package mutating func take() -> [UInt8] {
        defer { count = 0 }
        return bytes
    }

    // MARK: Containers

    package mutating func beginObject() { open(UInt8(ascii: "{")) }
    package mutating func endObject() { close(UInt8(ascii: "}")) }
    package mutating func beginArray() { open(UInt8(ascii: "[")) }
    package mutating func endArray() { close(UInt8(ascii: "]")) }

    /// Writes an object with the members that `members` writes.
    /// - Throws: what `members` throws.
    @inlinable
    package mutating func object<E: Error>(_ members: (inout Self) throws(E) -> Void) throws(E) {
        beginObject()
        try members(&self)
        endObject()
    }

    /// Writes an array with the values that `values` writes.
    /// - Throws: what `values` throws.
    @inlinable
    package mutating func array<E: Error>(_ values: (inout Self) throws(E) -> Void) throws(E) {
        beginArray()
        try values(&self)
        endArray()
    }

    // MARK: Keys

    /// A member's name. `name` is written as it is: letters and digits of ASCII.
    package mutating func key(_ name: StaticString) {
        reserve(name.utf8CodeUnitCount + 4)
        separate()
        put(UInt8(ascii: "\""))
        put(UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    /// A member's name of any characters.
    package mutating func key(escaping name: String) {
        string(name)
        reserve(1)
        put(UInt8(ascii: ":"))
        needsComma = false
    }

    // MARK: Values

    package mutating func null() { literal("null") }
    package mutating func bool(_ value: Bool) { literal(value ? "true" : "false") }

    package mutating func int(_ value: Int) {
        reserve(24)
        separate()
        putDigits(value)
        needsComma = true
    }

    /// The shortest form that reads back as the same number; integers without a fraction; what JSON cannot say as `null`.
    package mutating func double(_ value: Double) {
        guard value.isFinite else { return null() }
        if let integer = Int(exactly: value), integer.magnitude < 1 << 53 { return int(integer) }
        raw(value.description.utf8)
    }

    package mutating func string(_ value: String) {
        var value = value
        value.withUTF8 { string(utf8: $0) }
    }

    /// A string of bytes that are UTF-8.
    package mutating func string(utf8 text: UnsafeBufferPointer<UInt8>) {
        // The longest escape, `\u001f`, takes six bytes for one.
        reserve(text.count * 6 + 3)
        separate()
        put(UInt8(ascii: "\""))
        var plain = 0
        for index in text.indices where Self.needsEscape(text[index]) {
            put(UnsafeBufferPointer(rebasing: text[plain..<index]))
            putEscaped(text[index])
            plain = index + 1
        }
        put(UnsafeBufferPointer(rebasing: text[plain...]))
        put(UInt8(ascii: "\""))
        needsComma = true
    }

    /// Splices JSON that is encoded already. It is one value, or (inside an object) members without their braces.
    package mutating func raw(_ json: some Collection<UInt8>) {
        let length = json.count
        reserve(length + 1)
        separate()
        let free = UnsafeMutableBufferPointer(start: start + count, count: length)
        _ = free.initialize(from: json)
        count += length
        needsComma = true
    }

    /// Splices JSON text that is encoded already.
    package mutating func raw(_ json: String) {
        raw(json.utf8)
    }
}

// Puts have room: `reserve` came before, once for all the parts of a value.
extension JSONWriter {
    private mutating func open(_ bracket: UInt8) {
        reserve(2)
        separate()
        put(bracket)
        needsComma = false
    }

    private mutating func close(_ bracket: UInt8) {
        reserve(1)
        put(bracket)
        needsComma = true
    }

    private mutating func literal(_ text: StaticString) {
        reserve(text.utf8CodeUnitCount + 1)
        separate()
        put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
        needsComma = true
    }

    private mutating func reserve(_ more: Int) {
        if count + more > capacity { grow(to: max(2 * capacity, count + more)) }
    }

    @inline(never)
    private mutating func grow(to newCapacity: Int) {
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
        larger.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (larger, newCapacity)
    }

    private mutating func separate() {
        if needsComma { put(UInt8(ascii: ",")) }
    }

    private mutating func put(_ byte: UInt8) {
        start[count] = byte
        count += 1
    }

    private mutating func put(_ text: UnsafeBufferPointer<UInt8>) {
        guard let source = text.baseAddress else { return }
        (start + count).update(from: source, count: text.count)
        count += text.count
    }

    private mutating func putDigits(_ value: Int) {
        if value < 0 { put(UInt8(ascii: "-")) }
        var rest = value.magnitude
        let first = count
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
            rest = quotient
        } while rest > 0
        var (low, high) = (first, count - 1)
        while low < high {
            (start[low], start[high]) = (start[high], start[low])
            low += 1
            high -= 1
        }
    }

    private mutating func putEscaped(_ byte: UInt8) {
        put(UInt8(ascii: "\\"))
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): put(byte)
        case 0x0A: put(UInt8(ascii: "n"))
        case 0x0D: put(UInt8(ascii: "r"))
        case 0x09: put(UInt8(ascii: "t"))
        default:
            for digit in "u00".utf8 { put(digit) }
            put(UInt8(ascii: "0") + byte >> 4)
            let low = byte & 0xF
            put(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
        }
    }

    private static func needsEscape(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }
}
