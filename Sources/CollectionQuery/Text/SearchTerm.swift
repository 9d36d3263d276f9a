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

/// Looks for one term in one folded text.
struct TextScan {
    private let term: SearchTerm
    /// The offsets of the term's bytes, those first that are the rarest in text. With initials only the first is at a known place.
    let rarestFirst: [Int]

    init(_ term: SearchTerm) {
        self.term = term
        rarestFirst =
            term.isInitials
            ? [0] : term.folded.indices.sorted { Self.frequency(term.folded[$0]) < Self.frequency(term.folded[$1]) }
    }

    /// Whether the term is somewhere in a text.
    func isFound(in text: UnsafeRawBufferPointer) -> Bool {
        let offset = rarestFirst[0]
        let byte = term.folded[offset]
        var place = offset
        while place < text.count {
            if text[place] == byte, isTerm(at: place &- offset, in: text) { return true }
            place &+= 1
        }
        return false
    }

    /// Whether the term begins at a place. No term reaches over a 0.
    func isTerm(at place: Int, in text: UnsafeRawBufferPointer) -> Bool {
        if place + term.folded.count <= text.count,
            term.folded.indices.allSatisfy({ text[place + $0] == term.folded[$0] })
        {
            return true
        }
        return term.isInitials && hasInitials(at: place, in: text)
    }

    /// Whether syllables that follow each other begin with the term's consonants.
    private func hasInitials(at place: Int, in text: UnsafeRawBufferPointer) -> Bool {
        var offset = place
        for initial in term.folded {
            guard offset + 1 < text.count, text[offset] == initial, Jamo.isVowel(text[offset + 1]) else { return false }
            offset += 1
            while offset < text.count, Jamo.isVowel(text[offset]) { offset += 1 }
            // Finals: consonants that no vowel follows.
            while offset < text.count, Jamo.isConsonant(text[offset]),
                offset + 1 == text.count || !Jamo.isVowel(text[offset + 1])
            {
                offset += 1
            }
        }
        return true
    }

    /// About how often a byte is in file names and titles, by rank: only which of two is rarer matters.
    private static func frequency(_ byte: UInt8) -> Int {
        if let rank = ranks.firstIndex(of: byte) { return ranks.count - rank + 100 }
        // Continuation bytes are in every character of several bytes, lead bytes in most.
        return byte >= 0x80 ? 90 : Jamo.isVowel(byte) ? 60 : Jamo.isConsonant(byte) ? 50 : 10
    }

    private static let ranks = Array(" eatoinrslhdc0um12gpyfb_.-3456w789kv".utf8)
}

extension TextScan {
    func isFound(in text: [UInt8]) -> Bool {
        text.withUnsafeBytes { isFound(in: $0) }
    }
}
