import JSONText
import SeededRandom

/// The fields of a made-up item: values in about the shares in which a library of photos has them.
struct MadeUpFields {
    private static let cameras = [
        "Apple iPhone 12", "Apple iPhone 15", "Canon EOS R5", "Canon EOS 80D", "Fujifilm X-T4", "Google Pixel 8",
        "Leica Q2", "Nikon D750", "Nikon Z 6", "Panasonic GH5", "Samsung Galaxy S23", "Sony ILCE-7M4",
    ]
    private static let words = [
        "birthday", "bridge", "garden", "harbour", "lake", "market", "mountain", "river", "sea bird", "street",
        "sunset", "winter",
    ]
    /// The first of the dates, 2005-01-01; they span twenty years.
    private static let firstDay = 12_784
    private static let days = 7305

    private var random: SeededRandom

    init(_ number: Int) { random = SeededRandom(seed: UInt64(number) ^ 0x5EED) }

    static func title(of number: Int) -> String { "\(words[number % words.count]) \(number)" }

    func add(to attributes: inout JSONObject) {
        var random = random
        let (day, second) = (Int(random.next() % UInt64(Self.days)), Int(random.next() % 86_400))
        attributes["taken"] = .string(Self.date(day: Self.firstDay + day, second: second))
        attributes["camera"] = .string(Self.cameras[Int(random.next() % UInt64(Self.cameras.count))])
        attributes["bytes"] = .int(500_000 + Int(random.next() % 12_000_000))
        switch random.next() % 20 {
        case 0, 1: attributes["rating"] = .string("like")
        case 2: attributes["rating"] = .string("dislike")
        default: break
        }
    }

    /// ISO 8601 of a day since 1970-01-01, by the civil calendar.
    private static func date(day: Int, second: Int) -> String {
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let shifted = day + 719_468
        let (era, dayOfEra) = (shifted / 146_097, shifted % 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let part = (5 * dayOfYear + 2) / 153
        let month = part < 10 ? part + 3 : part - 9
        let year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
        return "\(year)-\(two(month))-\(two(dayOfYear - (153 * part + 2) / 5 + 1))T\(time)"
    }
}
