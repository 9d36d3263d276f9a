extension JSONReader {
    /// A number as it is in the text: its parts, and whether they are an integer.
    private struct Number {
        var isNegative = false
        /// The digits before and after the point as one integer, while they fit.
        var mantissa: UInt64 = 0
        var fits = true
        /// The power of ten that the mantissa is to be multiplied with.
        var exponent = 0
        var isInteger = true
    }

    /// An integer; `12.0` and `1e3` are integers too.
    /// - Throws: when the next value is not an integer of at most 64 bits.
    package mutating func readInt() throws(JSONError) -> Int {
        guard startsNumber else { throw unexpected("must be an integer") }
        let start = offset
        let number = try scanNumber()
        if number.isInteger, number.fits, let value = Int(exactly: number.mantissa) {
            return number.isNegative ? -value : value
        }
        guard let value = Int(exactly: double(of: number, from: start)), value.magnitude <= 1 << 53 else {
            throw unexpected("must be an integer", from: start)
        }
        return value
    }

    /// An integer that every reader of JSON has exactly, as JavaScript does (RFC 8259, section 6): of at most 53 bits.
    /// - Throws: when the next value is another one.
    package mutating func readExactInt() throws(JSONError) -> Int {
        let number = try readInt()
        guard number.magnitude < 1 << 53 else { throw unexpected("is too large a number") }
        return number
    }

    /// - Throws: when the next value is not a finite number.
    package mutating func readDouble() throws(JSONError) -> Double {
        guard startsNumber else { throw unexpected("must be a number") }
        let start = offset
        // Not as an argument of the next call: that would be computed on a copy of the reader before the number.
        let number = try scanNumber()
        let value = double(of: number, from: start)
        guard value.isFinite else { throw unexpected("is too large a number", from: start) }
        return value
    }

    /// An integer where the number is one that fits, else a floating-point number.
    mutating func readNumber() throws(JSONError) -> JSONValue {
        let start = offset
        let number = try scanNumber()
        if number.isInteger, number.fits, let value = Int(exactly: number.mantissa) {
            return .int(number.isNegative ? -value : value)
        }
        let value = double(of: number, from: start)
        guard value.isFinite else { throw unexpected("is too large a number", from: start) }
        // One number, one value: 1e3 and 1000 are the same.
        if let integer = Int(exactly: value), integer.magnitude < 1 << 53 { return .int(integer) }
        return .double(value)
    }

    /// Skips a number and checks its form.
    mutating func skipNumber() throws(JSONError) {
        _ = try scanNumber()
    }

    private var startsNumber: Bool {
        mutating get {
            guard let byte = nextByte() else { return false }
            return byte == UInt8(ascii: "-") || Self.isDigit(byte)
        }
    }

    private mutating func scanNumber() throws(JSONError) -> Number {
        var number = Number()
        if peek == UInt8(ascii: "-") {
            number.isNegative = true
            offset += 1
        }
        if peek == UInt8(ascii: "0") {
            offset += 1
        } else {
            try scanDigits(into: &number)
        }
        if peek == UInt8(ascii: ".") {
            offset += 1
            number.isInteger = false
            let start = offset
            try scanDigits(into: &number)
            number.exponent = start - offset
        }
        if peek == UInt8(ascii: "e") || peek == UInt8(ascii: "E") {
            offset += 1
            number.isInteger = false
            number.exponent += try scanExponent()
        }
        return number
    }

    private mutating func scanDigits(into number: inout Number) throws(JSONError) {
        let start = offset
        while let byte = peek, Self.isDigit(byte) {
            let (product, overflow) = number.mantissa.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
            number.mantissa = sum
            if overflow || carry { number.fits = false }
            offset += 1
        }
        if offset == start { throw malformed("a digit expected") }
    }

    private mutating func scanExponent() throws(JSONError) -> Int {
        let isNegative = peek == UInt8(ascii: "-")
        if isNegative || peek == UInt8(ascii: "+") { offset += 1 }
        var digits = Number()
        try scanDigits(into: &digits)
        let size = digits.fits ? Int(min(digits.mantissa, 10_000)) : 10_000
        return isNegative ? -size : size
    }

    /// Exact where mantissa and power of ten both are exact as `Double` (Clinger); else read from the text.
    private func double(of number: Number, from start: Int) -> Double {
        if number.fits, number.mantissa <= 1 << 53, number.exponent.magnitude <= 22 {
            let mantissa = Double(number.mantissa)
            let power = Self.powersOfTen[abs(number.exponent)]
            let value = number.exponent < 0 ? mantissa / power : mantissa * power
            return number.isNegative ? -value : value
        }
        return Double(String(decoding: bytes[start..<offset], as: UTF8.self)) ?? .infinity
    }

    private var peek: UInt8? {
        mutating get { has(1) ? bytes[offset] : nil }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}
