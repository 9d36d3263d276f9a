/// A date as a camera writes it: the local time of day, and the zone where it is known.
///
/// Sorted, filtered and grouped by local time: a picture taken at nine in the evening of New Year's Eve belongs to that year,
/// wherever it was taken. Years 0 to 9999 of the proleptic Gregorian calendar.
package struct FieldDate: Hashable, Comparable, Sendable {
    /// Seconds since 1970-01-01T00:00 of local time.
    package var localSeconds: Int64
    /// Milliseconds behind `localSeconds`, below 1000: cameras take many pictures in one second.
    package var milliseconds: Int16
    /// Minutes east of UTC, less than a day; `nil` when unknown.
    package var zoneMinutes: Int16?

    package init(localSeconds: Int64, milliseconds: Int16 = 0, zoneMinutes: Int16? = nil) {
        self.localSeconds = min(max(localSeconds, Self.seconds.lowerBound), Self.seconds.upperBound)
        self.milliseconds = min(max(milliseconds, 0), 999)
        self.zoneMinutes = zoneMinutes
    }

    /// Reads `2024`, `2024-05`, `2024-05-01` and these with a time of day, fraction and zone (`T12:30:00.5+09:00`). A part that is left
    /// out is the first of its kind; fractions of a second are cut to milliseconds.
    /// - Returns: `nil` for any other text.
    package init?(iso8601 text: some StringProtocol) {
        guard let period = DatePeriod(iso8601: text) else { return nil }
        self = period.first
    }

    /// Reads EXIF's `2024:05:01 12:30:00`, with the zone of its offset field (`+09:00`) where there is one.
    /// - Returns: `nil` for any other text, such as `0000:00:00 00:00:00` and blanks that cameras write without a clock.
    package init?(exif text: some StringProtocol, offset: String? = nil) {
        var iso = Array(text.utf8)
        while let last = iso.last, last == 0 || last == 0x20 { iso.removeLast() }
        guard iso.count >= 10, iso[4] == iso[7], iso[4] == UInt8(ascii: ":") || iso[4] == UInt8(ascii: "-") else {
            return nil
        }
        iso[4] = UInt8(ascii: "-")
        iso[7] = UInt8(ascii: "-")
        guard let period = DatePeriod(iso8601: String(decoding: iso, as: UTF8.self)) else { return nil }
        self = period.first
        if let offset, zoneMinutes == nil { zoneMinutes = DatePeriod.zone(Array(offset.utf8)) }
    }

    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.localMilliseconds == rhs.localMilliseconds
            ? (lhs.zoneMinutes ?? .min) < (rhs.zoneMinutes ?? .min) : lhs.localMilliseconds < rhs.localMilliseconds
    }

    /// Milliseconds since 1970-01-01T00:00 of local time: what dates are sorted by.
    var localMilliseconds: Int64 { localSeconds * 1000 + Int64(milliseconds) }

    /// ISO 8601: `2024-05-01T12:30:00`, with a fraction where there is one (`12:30:00.5`), and `+09:00` where the zone is known.
    package var text: String {
        let day = day
        let second = Int(localSeconds - Int64(day.number) * 86_400)
        var text = "\(day.text)T\(pad(second / 3600)):\(pad(second / 60 % 60)):\(pad(second % 60))"
        if milliseconds > 0 {
            var digits = String(Int(milliseconds) + 1000).dropFirst()
            while digits.last == "0" { digits.removeLast() }
            text += ".\(digits)"
        }
        if let zoneMinutes {
            let minutes = Int(zoneMinutes.magnitude)
            text += (zoneMinutes < 0 ? "-" : "+") + pad(minutes / 60) + ":" + pad(minutes % 60)
        }
        return text
    }

    var day: CivilDay { CivilDay(number: Int((localSeconds - Self.floorRest(localSeconds)) / 86_400)) }

    /// 0000-01-01T00:00:00 to 9999-12-31T23:59:59.
    static let seconds: ClosedRange<Int64> = -62_167_219_200...253_402_300_799

    /// Seconds from midnight of a second of local time.
    static func timeOfDay(_ localSeconds: Int64) -> Int { Int(floorRest(localSeconds)) }

    /// The same moment by a clock that is ahead by so many milliseconds; within the years that dates have.
    package func shifted(byMilliseconds shift: Int64) -> FieldDate {
        let whole = localMilliseconds + shift
        let rest = ((whole % 1000) + 1000) % 1000
        return FieldDate(localSeconds: (whole - rest) / 1000, milliseconds: Int16(rest), zoneMinutes: zoneMinutes)
    }

    private static func floorRest(_ seconds: Int64) -> Int64 {
        let rest = seconds % 86_400
        return rest < 0 ? rest + 86_400 : rest
    }
}

/// Two digits.
func pad(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
