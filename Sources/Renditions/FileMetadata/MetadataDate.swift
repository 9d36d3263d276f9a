/// Dates as cameras and programs write them, made into one form: `2024-05-17T12:33:01+09:00`.
///
/// Read are `2024:05:17 12:33:01`, ISO 8601, and what is between: other separators, a year alone, blanks for a time that is not
/// known, no seconds, fractions of them, AM and PM, a zone. A text that no calendar or clock has (month 0, 24:10) is `nil`, as is
/// the date of a clock that was never set; no date is moved.
struct MetadataDate {
    /// Longer texts are no dates.
    private static let limit = 64

    private let year: Int
    private let month: Int
    private let day: Int
    private var time = (hour: 0, minute: 0, second: 0)
    /// Digits behind the second, without zeros at the end.
    private var fraction = ""
    /// Minutes east of Greenwich.
    private var zone: Int?

    /// - Parameters:
    ///   - date: the date, with or without a time.
    ///   - time: the time, where it is written by itself.
    ///   - fraction: of the second, where it is written by itself: `25` is a quarter.
    ///   - zone: the zone, where it is written by itself: `+09:00`.
    /// - Returns: ISO 8601; `nil` for what is no date.
    static func text(
        _ date: String?, time: String? = nil, fraction: String? = nil, zone: String? = nil
    ) -> String? {
        guard let date, var read = MetadataDate(date + (time.map { "T\($0)" } ?? "")) else { return nil }
        if read.zone == nil { read.zone = zone.flatMap { Self.zone(MetadataText.trimmed($0)[...]) } }
        if read.fraction.isEmpty, let fraction { read.fraction = Self.fraction(MetadataText.trimmed(fraction)[...]) }
        return read.text
    }

    /// `nil` when there is no such day. A time that there is not is midnight.
    private init?(_ text: String) {
        let text = MetadataText.trimmed(text)
        guard text.utf8.count <= Self.limit else { return nil }
        let parts = text.split(maxSplits: 1) { $0 == " " || $0 == "T" }
        guard let date = parts.first, date.allSatisfy({ $0.isDigit || ":-/.".contains($0) }) else { return nil }
        let numbers = Self.numbers(date, whole: [4, 2, 2])
        guard let year = numbers.first, (1...9999).contains(year), numbers.count <= 3,
            date.prefix(4).allSatisfy(\.isDigit)
        else { return nil }
        let month = numbers.count > 1 ? numbers[1] : 1
        let day = numbers.count > 2 ? numbers[2] : 1
        guard 1...12 ~= month, 1...Self.days(of: month, in: year) ~= day, !Self.unset.contains([year, month, day])
        else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
        if parts.count > 1, !readTime(parts[1]) { return nil }
    }

    /// The days on which clocks begin and end: seconds of 32 bits, since 1904 and 1970.
    private static let unset: Set<[Int]> = [[1904, 1, 1], [1970, 1, 1], [2106, 2, 7]]

    /// - Returns: `false` for a time that no clock shows.
    private mutating func readTime(_ text: Substring) -> Bool {
        let clock = text.prefix { !"+-Zz".contains($0) }
        let behind = text[clock.endIndex...]
        let letters = clock.lowercased()
        let numbers = Self.numbers(clock.prefix { $0.isDigit || $0 == ":" || $0 == " " }, whole: [2, 2, 2])
        // Blanks are of a time that is not known.
        guard (1...3).contains(numbers.count) else { return numbers.isEmpty }
        var hour = numbers[0]
        if letters.contains("m"), (1...12).contains(hour) { hour = hour % 12 + (letters.contains("p") ? 12 : 0) }
        let minute = numbers.count > 1 ? numbers[1] : 0
        let second = numbers.count > 2 ? numbers[2] : 0
        guard hour < 24, minute < 60, second <= 60 else { return false }
        // A leap second is the one before.
        time = (hour, minute, min(second, 59))
        if numbers.count == 3, let point = clock.firstIndex(where: { ".,".contains($0) }) {
            fraction = Self.fraction(clock[point...].dropFirst())
        }
        zone = Self.zone(behind)
        return true
    }

    /// Maximum digits of a fraction that are kept: microseconds.
    private static let fractionDigits = 6

    private static func fraction(_ text: Substring) -> String {
        var digits = text.prefix { $0.isDigit }.prefix(fractionDigits)
        while digits.last == "0" { digits.removeLast() }
        return String(digits)
    }

    private var text: String {
        let date = "\(Self.digits(year, 4))-\(Self.digits(month, 2))-\(Self.digits(day, 2))"
        let clock = "\(Self.digits(time.hour, 2)):\(Self.digits(time.minute, 2)):\(Self.digits(time.second, 2))"
        let time = fraction.isEmpty ? clock : "\(clock).\(fraction)"
        guard let zone else { return "\(date)T\(time)" }
        let hours = Self.digits(abs(zone) / 60, 2)
        return "\(date)T\(time)\(zone < 0 ? "-" : "+")\(hours):\(Self.digits(abs(zone) % 60, 2))"
    }

    /// `Z`, `+09:00`, `+0900`, `+9`; at most fourteen hours.
    private static func zone(_ text: Substring) -> Int? {
        guard let sign = text.first else { return nil }
        if sign == "Z" || sign == "z" { return 0 }
        guard sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().prefix { $0.isDigit || $0 == ":" }
        let numbers = Self.numbers(digits, whole: [2, 2])
        // Another number is of another date.
        guard let hours = numbers.first, !text[digits.endIndex...].contains(where: \.isDigit) else { return nil }
        let minutes = numbers.count > 1 ? numbers[1] : 0
        guard minutes < 60, 60 * hours + minutes <= 14 * 60 else { return nil }
        return (sign == "-" ? -1 : 1) * (60 * hours + minutes)
    }

    /// The numbers in a text. One that has as many digits as all of `whole` together is cut into those.
    private static func numbers(_ text: some StringProtocol, whole: [Int]) -> [Int] {
        let parts = text.split { !$0.isDigit }
        guard parts.count == 1, parts[0].count == whole.reduce(0, +) else {
            // No part of a date has more digits, and no sum of these overflows.
            return parts.map { $0.count <= 4 ? Int($0) ?? 0 : 99_999 }
        }
        var rest = parts[0]
        return whole.map { count in
            defer { rest = rest.dropFirst(count) }
            return Int(rest.prefix(count)) ?? 0
        }
    }

    private static func digits(_ number: Int, _ count: Int) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}

extension Character {
    fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}
