import JSONText
import Testing

@testable import GridEngine

@Suite struct KeptItemTests {
    @Test func `what is stored of an item is read back`() throws {
        let content = SourceItem(id: "a", title: "A", kind: "plain", revision: 1, width: 3, height: 2, hasImage: false)
        for item in [
            KeptItem(), KeptItem(attributes: ["rating": .null], changes: 2), KeptItem(content: content),
            KeptItem(attributes: ["note": .string("\"ä\"")], changes: .max >> 1, content: content),
            KeptItem(changes: 1, listedAs: "b"),
        ] {
            #expect(KeptItem(stored: item.stored, of: "a") == item)
        }
    }

    @Test(arguments: [
        "", "nonsense", "[]", "{}", #"{"changes":1}"#, #"{"attributes":{}}"#, #"{"attributes":1,"changes":1}"#,
    ])
    func `any other text is no item`(_ text: String) {
        #expect(KeptItem(stored: text, of: "a") == nil)
    }

    @Test func `an item is unchanged without attributes and changes, whatever it shows`() {
        let content = SourceItem(id: "a", title: "A", revision: 1)
        #expect(KeptItem(content: content).isUnchanged)
        #expect(!KeptItem(changes: 1).isUnchanged)
        #expect(!KeptItem(attributes: ["rating": .null]).isUnchanged)
        #expect(KeptItem(changes: 1, content: content).besideSource == KeptItem(changes: 1))
    }

    @Test func `a collection keeps a rating in three words`() {
        #expect(MemoryLayout<KeptItem>.size <= 24)
    }
}
