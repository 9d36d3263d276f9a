/// The period that a date of a query means: a second, or the whole year, month, day or minute that it names.
struct DatePeriod: Hashable {
    var first: FieldDate
    /// The first second behind the period, in local time.
    var end: Int64

    /// See `FieldDate.init(iso8601:)`.
    init?(iso8601 text: some StringProtocol) {
        var parser = Parser(bytes: Array(text.utf8))
        guard let period = parser.period() else { return nil }
        self = period
    }

    /// `+09:00`, `+0900`, `+09` or `Z` as minutes.
    static func zone(_ bytes: [UInt8]) -> Int16? {
        var parser = Parser(bytes: bytes)
        guard let zone = parser.zone(), parser.isAtEnd else { return nil }
        return zone
    }

    fileprivate init(_ start: Int64, milliseconds: Int16 = 0, seconds: Int64, zone: Int16? = nil) {
        first = FieldDate(localSeconds: start, milliseconds: milliseconds, zoneMinutes: zone)
        end = start + seconds
    }

    private struct Parser {
        let bytes: [UInt8]
        var offset = 0

        init(bytes: [UInt8]) { self.bytes = bytes }

        var isAtEnd: Bool { offset == bytes.count }

        mutating func period() -> DatePeriod? {
            guard let year = digits(4) else { return nil }
            guard !isAtEnd else {
                guard let first = CivilDay(year, 1, 1) else { return nil }
                return whole(first, days: (CivilDay(year + 1, 1, 1)?.number ?? first.number + 366) - first.number)
            }
            guard pass("-"), let month = digits(2) else { return nil }
            guard !isAtEnd else {
                guard let first = CivilDay(year, month, 1) else { return nil }
                let next = month == 12 ? CivilDay(year + 1, 1, 1) : CivilDay(year, month + 1, 1)
                return whole(first, days: (next?.number ?? first.number + 31) - first.number)
            }
            guard pass("-"), let day = digits(2), let civil = CivilDay(year, month, day) else { return nil }
            guard !isAtEnd else { return whole(civil, days: 1) }
            guard pass("T") || pass("t") || pass(" ") else { return nil }
            return time(of: civil)
        }

        private func whole(_ day: CivilDay, days: Int) -> DatePeriod {
            DatePeriod(Int64(day.number) * 86_400, seconds: Int64(days) * 86_400)
        }

        private mutating func time(of day: CivilDay) -> DatePeriod? {
            guard let hour = digits(2), hour < 24, pass(":"), let minute = digits(2), minute < 60 else { return nil }
            var start = Int64(day.number) * 86_400 + Int64(hour * 3600 + minute * 60)
            var length: Int64 = 60
            var milliseconds: Int16 = 0
            if pass(":") {
                // 60 is a leap second.
                guard let second = digits(2), second <= 60 else { return nil }
                start += Int64(min(second, 59))
                length = 1
                if pass(".") || pass(",") { milliseconds = fraction() }
            }
            if isAtEnd { return DatePeriod(start, milliseconds: milliseconds, seconds: length) }
            guard let zone = zone(), isAtEnd else { return nil }
            return DatePeriod(start, milliseconds: milliseconds, seconds: length, zone: zone)
        }

        /// Passes any number of digits; those behind the third are left out.
        private mutating func fraction() -> Int16 {
            var (milliseconds, unit): (Int16, Int16) = (0, 100)
            while let digit = digits(1) {
                milliseconds += Int16(digit) * unit
                unit /= 10
            }
            return milliseconds
        }

        mutating func zone() -> Int16? {
            if pass("Z") || pass("z") { return 0 }
            let sign = pass("+") ? 1 : pass("-") ? -1 : 0
            guard sign != 0, let hours = digits(2), hours < 24 else { return nil }
            _ = pass(":")
            let minutes = isAtEnd ? 0 : digits(2)
            guard let minutes, minutes < 60 else { return nil }
            return Int16(sign * (hours * 60 + minutes))
        }

        private mutating func digits(_ count: Int) -> Int? {
            guard offset + count <= bytes.count else { return nil }
            var number = 0
            for byte in bytes[offset..<(offset + count)] {
                guard 48...57 ~= byte else { return nil }
                number = number * 10 + Int(byte - 48)
            }
            offset += count
            return number
        }

        private mutating func pass(_ character: Unicode.Scalar) -> Bool {
            guard offset < bytes.count, bytes[offset] == UInt8(ascii: character) else { return false }
            offset += 1
            return true
        }
    }
}
