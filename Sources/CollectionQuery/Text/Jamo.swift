/// Hangul as the keys of the common keyboard (Dubeolsik): 산 is ㅅ ㅏ ㄴ, and ㅘ is ㅗ ㅏ.
///
/// The typed text is then a prefix of the word at each key, also while a syllable's last consonant is to become the next
/// one's first: 산 on the way to 사나. A key is one byte that folded text has no other use for: capitals for the 19
/// consonants, control characters for the 14 vowels.
enum Jamo {
    static func isConsonant(_ byte: UInt8) -> Bool { firstConsonant..<(firstConsonant + 19) ~= byte }

    static func isVowel(_ byte: UInt8) -> Bool { firstVowel..<(firstVowel + 14) ~= byte }

    /// Whether it is a letter that stands alone, as an input method shows it before there is a syllable.
    static func isLetter(_ scalar: Unicode.Scalar) -> Bool { 0x3131...0x3163 ~= scalar.value }

    /// Appends the keys of a syllable or letter.
    /// - Returns: false for everything else.
    static func append(_ scalar: Unicode.Scalar, to keys: inout [UInt8]) -> Bool {
        let value = Int(scalar.value)
        switch value {
        case 0xAC00...0xD7A3:
            let index = value - 0xAC00
            appendInitial(index / 588, to: &keys)
            append(vowels[index % 588 / 28], to: &keys, from: firstVowel)
            if index % 28 > 0 { append(finals[index % 28 - 1], to: &keys, from: firstConsonant) }
        case 0x3131...0x314E: append(letters[value - 0x3131], to: &keys, from: firstConsonant)
        case 0x314F...0x3163: append(vowels[value - 0x314F], to: &keys, from: firstVowel)
        // As file names of macOS have them.
        case 0x1100...0x1112: appendInitial(value - 0x1100, to: &keys)
        case 0x1161...0x1175: append(vowels[value - 0x1161], to: &keys, from: firstVowel)
        case 0x11A8...0x11C2: append(finals[value - 0x11A8], to: &keys, from: firstConsonant)
        default: return false
        }
        return true
    }

    private static let firstConsonant = UInt8(ascii: "A")
    private static let firstVowel: UInt8 = 1

    private static func appendInitial(_ index: Int, to keys: inout [UInt8]) {
        keys.append(firstConsonant + UInt8(index))
    }

    private static func append(_ indices: [UInt8], to keys: inout [UInt8], from first: UInt8) {
        for index in indices { keys.append(first + index) }
    }

    /// The keys of each final consonant, by the index of an initial one: ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ.
    private static let finals: [[UInt8]] = [
        [0], [1], [0, 9], [2], [2, 12], [2, 18], [3], [5], [5, 0], [5, 6], [5, 7], [5, 9], [5, 16], [5, 17], [5, 18],
        [6],
        [7], [7, 9], [9], [10], [11], [12], [14], [15], [16], [17], [18],
    ]
    /// The same for letters that stand alone: ㄱㄲㄳㄴㄵㄶㄷㄸㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅃㅄㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ.
    private static let letters: [[UInt8]] = [
        [0], [1], [0, 9], [2], [2, 12], [2, 18], [3], [4], [5], [5, 0], [5, 6], [5, 7], [5, 9], [5, 16], [5, 17],
        [5, 18],
        [6], [7], [8], [7, 9], [9], [10], [11], [12], [13], [14], [15], [16], [17], [18],
    ]
    /// ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ by the keys ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅛㅜㅠㅡㅣ.
    private static let vowels: [[UInt8]] = [
        [0], [1], [2], [3], [4], [5], [6], [7], [8], [8, 0], [8, 1], [8, 13], [9], [10], [10, 4], [10, 5], [10, 13],
        [11],
        [12], [12, 13], [13],
    ]
}
