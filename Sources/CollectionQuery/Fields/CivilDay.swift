/// A day of the proleptic Gregorian calendar.
struct CivilDay: Hashable {
    var year: Int
    /// From 1.
    var month: Int
    var day: Int

    /// - Returns: `nil` when there is no such day in the years 0 to 9999.
    init?(_ year: Int, _ month: Int, _ day: Int) {
        guard 0...9999 ~= year, 1...12 ~= month, day >= 1, day <= Self.days(inMonth: month, of: year) else {
            return nil
        }
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// A day by its distance from 1970-01-01. After H. Hinnant, "chrono-Compatible Low-Level Date Algorithms".
    init(number: Int) {
        let shifted = number + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// Days since 1970-01-01.
    var number: Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }

    var yearText: String { String(repeating: "0", count: 4 - String(year).count) + String(year) }
    var monthText: String { "\(yearText)-\(pad(month))" }
    var text: String { "\(monthText)-\(pad(day))" }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }
}
