/// A word of a search, or several in quotes, folded.
struct SearchTerm: Hashable, Sendable {
    /// Folded; not empty, without 0.
    var folded: [UInt8]
    /// Initial consonants of Hangul alone (ㅅㅈ for 사진): matched by the initials of syllables.
    var isInitials: Bool

    /// The terms of a search text; quotes hold words together, and one that is not closed reaches to the end.
    static func terms(_ search: String) -> [SearchTerm] {
        var terms: [SearchTerm] = []
        for (index, part) in search.split(separator: "\"", omittingEmptySubsequences: false).enumerated() {
            let texts = index % 2 == 1 ? [part] : part.split(whereSeparator: \.isWhitespace)
            terms += texts.compactMap { SearchTerm($0) }
        }
        return terms
    }

    /// `nil` when nothing is left of the text.
    init?(_ text: some StringProtocol) {
        let folded = TextFolding.fold(text)
        let trimmed = folded.drop { $0 == 0x20 }.reversed().drop { $0 == 0x20 }.reversed()
        guard !trimmed.isEmpty else { return nil }
        self.folded = Array(trimmed)
        isInitials = trimmed.allSatisfy { Jamo.isConsonant($0) } && text.unicodeScalars.allSatisfy(Jamo.isLetter)
    }
}
