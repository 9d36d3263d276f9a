import Hashing
import Testing

import GridEngine
@testable import ItemSources

@Suite struct ItemIdentifierTests {
    @Test func `an identifier survives being written and read`() {
        for path in ["a.jpg", "", "제주/바다.jpg", String(repeating: "x", count: 4000)] {
            let identifier = ItemIdentifier(hash: FNV1a.hash128(path.utf8))
            #expect(identifier.text.utf8.count == 15)
            #expect(ItemIdentifier(identifier.text) == identifier)
        }
    }

    @Test func `other text is no identifier`() {
        for text in ["", "short", "0123456789abcd-", "0123456789abcdef", "한국어한국"] {
            #expect(ItemIdentifier(text) == nil)
        }
    }

    @Test func `the hash is FNV-1a of 128 bits`() {
        // Published test vectors: the empty text and "a".
        #expect(FNV1a.hash128([]) == 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d)
        #expect(FNV1a.hash128("a".utf8) == 0xd228_cb69_6f1a_8caf_7891_2b70_4e4a_8964)
    }

    @Test func `files of one identifier are told apart, the same way each time`() {
        func catalogue(_ names: [String]) -> PhotoCatalogue {
            var catalogue = PhotoCatalogue()
            catalogue.appendFolder(
                .init(place: .init(root: 0, path: []), key: [], title: "", identifier: ItemIdentifier(hash: 0)))
            for name in names {
                catalogue.appendFile(
                    name: Array(name.utf8), identifier: ItemIdentifier(hash: weak(name)), revision: 1, trace: 1,
                    file: PictureFile(format: .jpeg, bytes: 1))
            }
            catalogue.finish { path, _, salt in weak(String(decoding: path, as: UTF8.self)) + UInt128(salt) * 100 }
            return catalogue
        }
        func weak(_ name: String) -> UInt128 { UInt128(name.utf8.count) }

        let first = catalogue(["bb", "aa", "cc", "longer"])
        let second = catalogue(["longer", "cc", "bb", "aa"])
        #expect(first.identifiers == [102, 2, 202, 6])
        #expect(second.identifiers == [6, 202, 102, 2])
        for file in 0..<4 { #expect(first.file(ItemIdentifier(hash: first.identifiers[file])) == file) }
    }
}
