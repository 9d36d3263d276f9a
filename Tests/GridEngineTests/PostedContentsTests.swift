import CollectionModel
import JSONText
import SeededRandom
import Testing

@testable import GridEngine

@Suite struct PostedContentsTests {
    private func item(_ number: Int, _ random: inout SeededRandom) -> SourceItem {
        var item = PostedContents.plain("i\(number)")
        if Bool.random(using: &random) {
            item.title = String(repeating: "é", count: .random(in: 0...2048, using: &random))
        }
        if Bool.random(using: &random) { item.kind = ["colour", "", "note"].randomElement(using: &random)! }
        if Bool.random(using: &random) {
            (item.width, item.height) = (Int.random(in: 1...1_000_000, using: &random), 1)
        }
        if Bool.random(using: &random) {
            item.attributes = ["number": .int(number), "list": .array([.null, .bool(true)])]
        }
        return item
    }

    @Test func `every item shows what was set last, whatever was before`() {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SeededRandom(seed: seed)
        var contents = PostedContents()
        var model: [UInt32: SourceItem] = [:]
        for _ in 0..<20_000 {
            let ordinal = UInt32.random(in: 0..<2000, using: &random)
            let item = item(Int(ordinal), &random)
            contents.set(item, of: ordinal)
            model[ordinal] = item
        }
        for ordinal in 0..<UInt32(2100) {
            let id = "i\(ordinal)"
            #expect(contents.item(ordinal, id: id) == model[ordinal] ?? PostedContents.plain(id), "seed \(seed)")
        }
        // What was replaced does not stay: ten times as much was written.
        #expect(contents.sizeBytes < 10 << 20, "\(contents.sizeBytes) bytes, seed \(seed)")
    }

    @Test func `an item that shows its identifier takes nothing`() {
        var contents = PostedContents()
        for ordinal in 0..<UInt32(1000) { contents.set(PostedContents.plain("i\(ordinal)"), of: ordinal) }
        #expect(contents.isEmpty && contents.sizeBytes == 0)
        var titled = PostedContents.plain("i7")
        titled.title = "Seven"
        contents.set(titled, of: 7)
        #expect(contents.hasRecord(7) && !contents.hasRecord(6) && !contents.hasRecord(8))
        contents.set(PostedContents.plain("i7"), of: 7)
        #expect(contents.item(7, id: "i7").title == "i7")
    }

    @Test func `collections share a memory, and give it back when they end`() {
        let memory = PostedMemory(limit: 100)
        let first = PostedMemory.Share(of: memory)
        var second: PostedMemory.Share? = PostedMemory.Share(of: memory)
        #expect(first.resize(to: 60) && second?.resize(to: 40) == true)
        #expect(!first.resize(to: 61) && first.resize(to: 60))
        #expect(throws: GridError.tooMany(.megabytes, limit: 0)) { try first.checkRoom() }
        second = nil
        #expect(first.resize(to: 61))
        // What is there is counted, also beyond the limit, and may become less.
        first.set(to: 150)
        #expect(!first.resize(to: 151) && first.resize(to: 149))
    }

    @Test func `a collection that is received keeps the first fault and no more items`() {
        var posted = PostedCollection(share: PostedMemory.Share(of: PostedMemory(limit: 1 << 20)))
        posted.beginSection()
        for number in 0..<300_000 { posted.append(GivenItem(id: "item \(number)")) }
        posted.append(GivenItem(id: "item 0"))
        posted.endSection(id: "s", title: "S")
        #expect(posted.fault == .tooMany(.megabytes, limit: 1))
        #expect(posted.itemCount == 300_001 && posted.items.count < 60_000)
        var twice = PostedCollection()
        twice.beginSection()
        for id in ["a", "b", "a", "b"] { twice.append(GivenItem(id: id)) }
        twice.endSection(id: "s", title: "S")
        #expect(twice.fault == .invalid(.itemID(section: 0, item: 2), .itemDuplicate("a")))
    }
}
