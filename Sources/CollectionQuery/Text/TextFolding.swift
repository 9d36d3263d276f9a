/// Text without what a search is blind to: case, width, accents, and how Hangul is put into syllables.
///
/// Folded text is bytes: UTF-8, except that Hangul is one byte for each key (`Jamo`). White space and control characters are
/// single spaces, so that 0 is free to stand between texts.
enum TextFolding {
    static func fold(_ text: some StringProtocol) -> [UInt8] { fold(text, keepsSyllables: false) }

    /// With `keepsSyllables` Hangul stays as it is, for sorting: 가나 comes before 각.
    static func fold(_ text: some StringProtocol, keepsSyllables: Bool) -> [UInt8] {
        var folded: [UInt8] = []
        folded.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            if scalar.value < 0x80 {
                appendASCII(UInt8(scalar.value), to: &folded)
            } else if keepsSyllables || !Jamo.append(scalar, to: &folded) {
                append(scalar, to: &folded)
            }
        }
        return folded
    }

    private static func appendASCII(_ byte: UInt8, to folded: inout [UInt8]) {
        switch byte {
        case 0...0x20, 0x7F: if folded.last != 0x20 { folded.append(0x20) }
        case 0x41...0x5A: folded.append(byte | 0x20)
        default: folded.append(byte)
        }
    }

    private static func append(_ scalar: Unicode.Scalar, to folded: inout [UInt8]) {
        switch scalar.value {
        // Combining marks, zero-width characters, variation selectors.
        case 0x300...0x36F, 0x200B...0x200F, 0x2060, 0xFE00...0xFE0F, 0xFEFF: return
        case 0xA0, 0x85, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x3000: return appendASCII(0x20, to: &folded)
        // Telephones and word processors write these for ' and ": nobody types them into a search.
        case 0x2018...0x201B, 0x02BC, 0x2032: return folded.append(UInt8(ascii: "'"))
        case 0x201C...0x201F, 0x2033: return folded.append(UInt8(ascii: "\""))
        case 0xFF01...0xFF5E: return appendASCII(UInt8(scalar.value - 0xFF01 + 0x21), to: &folded)
        case 0x3099, 0x309A: if joinMark(scalar.value, to: &folded) { return }
        case 0xFF9E, 0xFF9F: if joinMark(scalar.value - 0xFF9E + 0x3099, to: &folded) { return }
        default: break
        }
        if let base = table[scalar] {
            folded.append(contentsOf: base)
            return
        }
        for lower in scalar.properties.lowercaseMapping.unicodeScalars where !(0x300...0x36F ~= lower.value) {
            folded.append(contentsOf: table[lower] ?? Array(UTF8.encode(lower)!))
        }
    }

    /// Joins a voicing mark that stands apart (file names of macOS) with its kana: the voiced one is the next in Unicode, か
    /// before が, and は before ば and ぱ.
    private static func joinMark(_ mark: UInt32, to folded: inout [UInt8]) -> Bool {
        guard folded.count >= 3, folded[folded.count - 3] == 0xE3 else { return false }
        let (middle, last) = (UInt32(folded[folded.count - 2] & 0x3F), UInt32(folded[folded.count - 1] & 0x3F))
        let joined = 0x3000 + middle << 6 + last + (mark - 0x3098)
        guard 0x304B...0x30FE ~= joined, let scalar = Unicode.Scalar(joined) else { return false }
        folded.removeLast(3)
        folded.append(contentsOf: UTF8.encode(scalar)!)
        return true
    }

    /// The folded forms of letters, in UTF-8.
    private static let table: [Unicode.Scalar: [UInt8]] = {
        var table: [Unicode.Scalar: [UInt8]] = [:]
        for row in FoldingTable.letters {
            for scalar in row.forms.unicodeScalars { table[scalar] = Array(row.base.utf8) }
        }
        for (narrow, wide) in zip(FoldingTable.narrowKana.unicodeScalars, FoldingTable.wideKana.unicodeScalars) {
            table[narrow] = Array(String(wide).utf8)
        }
        return table
    }()
}

/// Letters by what they are without accents and ligatures: what Unicode's compatibility decomposition gives for Latin and Greek
/// letters, and what people type for the letters that it leaves (ø, ł, ß). Capitals become small letters first.
enum FoldingTable {
    static let letters: [(base: String, forms: String)] = [
        ("a", "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặẚ"), ("ae", "æǣǽ"), ("b", "ḃḅḇ"), ("c", "çćĉċčḉ"), ("d", "ðďđḋḍḏḑḓ"),
        ("dz", "ǆǳ"), ("e", "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"), ("f", "ḟ"), ("ff", "ﬀ"), ("ffi", "ﬃ"), ("ffl", "ﬄ"),
        ("fi", "ﬁ"), ("fl", "ﬂ"), ("g", "ĝğġģǧǵḡ"), ("h", "ĥħȟḣḥḧḩḫẖ"), ("i", "ìíîïĩīĭįİıǐȉȋḭḯỉị"), ("ij", "ĳ"),
        ("j", "ĵǰ"), ("k", "ķǩḱḳḵ"), ("l", "ĺļľŀłḷḹḻḽ"), ("lj", "ǉ"), ("m", "ḿṁṃ"), ("n", "ñńņňŉŋǹṅṇṉṋ"), ("nj", "ǌ"),
        ("o", "òóôõöøōŏőơǒǫǭǿȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"), ("oe", "œ"), ("p", "ṕṗ"), ("r", "ŕŗřȑȓṙṛṝṟ"),
        ("s", "śŝşšſșṡṣṥṧṩẛ"), ("ss", "ßẞ"), ("st", "ﬅﬆ"), ("t", "ţťŧțṫṭṯṱẗ"), ("th", "þ"),
        ("u", "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"), ("v", "ṽṿ"), ("w", "ŵẁẃẅẇẉẘ"), ("x", "ẋẍ"), ("y", "ýÿŷȳẏẙỳỵỷỹ"),
        ("z", "źżžẑẓẕ"), ("α", "άἀἁἂἃἄἅἆἇὰάᾀᾁᾂᾃᾄᾅᾆᾇᾰᾱᾲᾳᾴᾶᾷ"), ("ε", "έἐἑἒἓἔἕὲέ"), ("η", "ήἠἡἢἣἤἥἦἧὴήᾐᾑᾒᾓᾔᾕᾖᾗῂῃῄῆῇ"),
        ("ι", "ΐίϊἰἱἲἳἴἵἶἷὶίῐῑῒΐῖῗ"), ("ο", "όὀὁὂὃὄὅὸό"), ("ρ", "ῤῥ"), ("σ", "ς"), ("υ", "ΰϋύὐὑὒὓὔὕὖὗὺύῠῡῢΰῦῧ"),
        ("ω", "ώὠὡὢὣὤὥὦὧὼώᾠᾡᾢᾣᾤᾥᾦᾧῲῳῴῶῷ"), ("е", "ё"), ("і", "ї"),
    ]

    /// Kana of half width, and of full width in the same order.
    static let narrowKana = "｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ"
    static let wideKana = "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン"
}

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
        // Conjoining letters, as in file names of macOS.
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
