/// Numbers as tags have them.
enum MetadataNumber {
    /// `28/10`, `400`, `2.8`; the first of several. `nil` for what is no finite number, such as `0/0`.
    static func first(_ text: String?) -> Double? {
        guard let text, let word = text.split(separator: " ").first else { return nil }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count <= 2, let numerator = Double(parts[0]),
            let denominator = parts.count == 2 ? Double(parts[1]) : 1
        else { return nil }
        let value = numerator / denominator
        return value.isFinite ? value : nil
    }

    /// The first number when it is more than nothing and at most `limit`.
    static func positive(_ text: String?, upTo limit: Double) -> Double? {
        first(text).flatMap { $0 > 0 && $0 <= limit ? $0 : nil }
    }

    /// Degrees, minutes and seconds: `37/1 33/1 297/5` beside `N`, or `37,33.99N`, as XMP writes them.
    /// - Returns: degrees, negative in the south and the west.
    static func degrees(_ text: String?, direction: String? = nil) -> Double? {
        guard var text else { return nil }
        var word = direction?.prefix(1)
        if text.last?.isLetter == true {
            word = text.suffix(1)
            text.removeLast()
        }
        guard let letter = word?.uppercased(), ["N", "S", "E", "W"].contains(letter) else { return nil }
        let parts = text.split { $0 == " " || $0 == "," }
        guard (1...3).contains(parts.count) else { return nil }
        var degrees = 0.0
        for (index, part) in parts.enumerated() {
            // Some cameras leave the seconds out as 0/0.
            guard let value = first(String(part)) ?? (index > 0 ? 0 : nil), value >= 0 else { return nil }
            degrees += value / [1, 60, 3600][index]
        }
        return ["S", "W"].contains(letter) ? -degrees : degrees
    }
}
