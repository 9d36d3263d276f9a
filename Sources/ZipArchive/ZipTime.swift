/// A time as archives have it, in UTC: 1980 to 2107, in steps of two seconds.
struct ZipTime: Equatable {
    var time: UInt16
    var date: UInt16

    init(seconds: Int64) {
        // 1980-01-01 and 2107-12-31T23:59:58.
        let seconds = min(max(seconds, 315_532_800), 4_354_819_198)
        let (days, rest) = (seconds / 86_400, seconds % 86_400)
        let (year, month, day) = Self.civil(days)
        time = UInt16((rest / 3600) << 11 | (rest % 3600 / 60) << 5 | (rest % 60) / 2)
        date = UInt16((year - 1980) << 9 | month << 5 | day)
    }

    /// The day of the Gregorian calendar, after Howard Hinnant's `civil_from_days`. `days` since 1970-01-01, not negative.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}
