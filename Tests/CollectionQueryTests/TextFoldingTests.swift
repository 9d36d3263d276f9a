import Testing

@testable import CollectionQuery

@Suite struct TextFoldingTests {
    @Test func `case, width, accents and ways of writing the same are one`() {
        let same = [
            ["straße", "STRASSE"], ["Café", "cafe\u{301}", "ＣＡＦÉ"], ["ｶﾞｶ", "カ\u{3099}カ", "ガカ"], ["が", "か\u{3099}"],
            ["ぱ", "は\u{309A}"], ["ΣΊΣΥΦΟΣ", "σίσυφος"], ["Ёлка", "елка"],
            ["한글", "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}"],
            ["a b", "a\u{3000}\t b", "A\u{A0}b"], ["ﬁn", "fin"], ["Łódź", "lodz"], ["İstanbul", "istanbul"],
            ["zero\u{200B}width", "zerowidth"],
            ["O’Neil", "o'neil", "OʼNeil", "o‘neil"], ["“sea” 5″", "\"sea\" 5\""],
        ]
        for texts in same { #expect(Set(texts.map { TextFolding.fold($0) }).count == 1, "\(texts)") }
        #expect(TextFolding.fold("か") != TextFolding.fold("が"))
        #expect(!TextFolding.fold("a\0b\u{1}c").contains(0))
        #expect(!TextFolding.fold("a\0b\u{1}c").contains(1))
    }

    @Test func `each key on the way to a Korean word finds it`() {
        let steps = ["ㅅ", "사", "산", "사나", "사낭", "사나이"]
        for step in steps { #expect(isFound(step, in: "우리 사나이"), "\(step)") }
        for step in ["ㅎ", "호", "화", "홪", "화자", "화장"] { #expect(isFound(step, in: "화장실"), "\(step)") }
        #expect(isFound("ㅎㅈㅅ", in: "화장실"))
        #expect(isFound("사ㅈ", in: "사진"))
        #expect(isFound("ㄳ", in: "가수"))
        #expect(!isFound("사난", in: "사나이"))
        #expect(!isFound("ㅅㅅ", in: "사진"))
        #expect(!isFound("아", in: "산"))
    }

    @Test func `a scan finds what a comparison at each place finds, at every place and length`() {
        let texts = [
            "", "a", "ab", "aab", String(repeating: "ab", count: 40) + "c",
            "the quick brown fox jumps over the lazy dog of 사진첩",
        ]
        let words = ["a", "b", "ab", "ba", "abc", "bc", "dog", "the", "ox j", "사진", "ㅅㅈ", "ㅅㅈㅊ", "z", "azy", "e"]
        for text in texts {
            for word in words {
                let (folded, term) = (TextFolding.fold(text), SearchTerm(word)!)
                for padding in [0, 1, 7, 30, 31, 32, 33, 63, 64, 65] {
                    let padded = [UInt8](repeating: 0x7E, count: padding) + folded
                    let plain = padded.indices.contains { padded[$0...].starts(with: term.folded) }
                    #expect(
                        TextScan(term).isFound(in: padded) == (plain || (word.hasPrefix("ㅅ") && text.hasSuffix("사진첩"))),
                        "\(word) in \(padding) and \(text)")
                }
            }
        }
    }

    @Test func `a scan of many places finds the term at each of them and at no other`() {
        let text = TextFolding.fold("a sea of seas, seabirds and 사진 ") + [0] + TextFolding.fold("세상 사진첩 se") + [0]
        for word in ["s", "se", "sea", "sea ", "seabird", "sea of seas, seabirds", "사진", "ㅅㅈ", "ㅅㅈㅊ", "e", "xyz"] {
            let term = SearchTerm(word)!
            // One after another with the same scan, so that nothing of a text before is left.
            var scan = PlaceScan(term)
            for repeats in [9, 1, 0, 2, 5] {
                for padding in [0, 1, 15, 16, 40, 63, 64, 65] {
                    let page =
                        [UInt8](repeating: 0x7E, count: padding) + Array(repeatElement(text, count: repeats).joined())
                    page.withUnsafeBytes { bytes in
                        scan.look(in: bytes)
                        for place in 0..<(scan.bits.count << 6) {
                            let isSet = scan.bits[place >> 6] >> UInt64(place & 63) & 1 != 0
                            let isThere = place < bytes.count && TextScan(term).isTerm(at: place, in: bytes)
                            #expect(
                                (isSet && (place < bytes.count && scan.isTerm(at: place, in: bytes))) == isThere,
                                "\(word) at \(place) of \(bytes.count)")
                            if scan.isExact { #expect(isSet == isThere, "\(word) at \(place) of \(bytes.count)") }
                        }
                    }
                }
            }
        }
    }

    @Test func `texts are sorted as people count, whatever their case`() {
        let sorted = [
            "", "1", "02", "2 b", "9", "10", "10a", "a", "Á1", "a2", "A10", "a100000000000", "ab", "가나", "각", "나",
        ]
        let keys = sorted.map { SortText($0) }
        for (a, b) in zip(keys, keys.dropFirst()) { #expect(a < b) }
        #expect(SortText("IMG_007") == SortText("img_7"))
        #expect(SortText("000") < SortText("1"))
    }

    private func isFound(_ word: String, in text: String) -> Bool {
        TextScan(SearchTerm(word)!).isFound(in: TextFolding.fold(text))
    }
}
