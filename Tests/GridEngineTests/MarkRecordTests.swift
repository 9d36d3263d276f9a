import CollectionModel
import SeededRandom
import Testing

@testable import GridEngine

/// The stored form of marks.
@Suite struct MarkRecordTests {
    /// A table with words, and a record of some of its items.
    private func made(_ random: inout SeededRandom) -> (table: MarkTable, record: MarkRecord) {
        var table = MarkTable()
        for rating in ["like", "dislike"] { _ = table.intern(rating: rating) }
        let labels = (0..<4).compactMap { table.labels.intern(Label(name: "label \($0)")) }
        let lists = (0..<6).compactMap { _ in
            table.labels.intern(list: labels.filter { _ in Bool.random(using: &random) })
        }
        func word() -> MarkWord {
            var word = MarkWord()
            word.stars = [nil, 0, 3, 5].randomElement(using: &random)!
            word.flag = [nil, .pick, .reject, MarkWord.Flag.none].randomElement(using: &random)!
            word.rating = [nil, .some(nil), .some(0), .some(1)].randomElement(using: &random)!
            word.labels = ([0, 1] + lists).randomElement(using: &random)!
            return word
        }
        var record = MarkRecord()
        for ordinal in 0..<300 where Int.random(in: 0..<3, using: &random) > 0 {
            record.items.append(ItemOrdinal(UInt32(ordinal)))
        }
        // Runs of equal marks, as people make them.
        while record.new.count < record.items.count {
            let (old, new) = (word(), word())
            for _ in 0..<min(Int.random(in: 1...40, using: &random), record.items.count - record.new.count) {
                record.old.append(old)
                record.new.append(new)
            }
        }
        if Bool.random(using: &random) {
            record.recolourings = [.init(label: labels[1], old: table.labels.colours[1], new: .grey)]
        }
        return (table, record)
    }

    @Test(arguments: 0..<40) func `a record means the same in another table`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let (table, record) = made(&random)
        let bytes = table.encode(record)
        var other = MarkTable()
        // Numbers that differ.
        _ = other.intern(rating: "other")
        _ = other.labels.intern(Label(name: "another"))
        let read = try other.decode(bytes, itemCount: 300)
        #expect(read.items == record.items, "seed \(seed)")
        func words(_ words: [MarkWord], _ table: MarkTable) -> [String] {
            words.map { word in
                let rating = word.rating.map { $0.map { table.ratings[$0] } ?? "none" } ?? "unset"
                let labels =
                    word.labels == 0
                    ? "unset" : "\(table.labels.lists[word.labels].map { table.labels.names[Int($0)] })"
                return "\(String(describing: word.stars)) \(String(describing: word.flag)) \(rating) \(labels)"
            }
        }
        #expect(words(read.new, other) == words(record.new, table), "seed \(seed)")
        #expect(words(read.old, other) == words(record.old, table), "seed \(seed)")
        #expect(read.recolourings.map(\.new) == record.recolourings.map(\.new), "seed \(seed)")
    }

    @Test func `damaged bytes are refused and never trap`() throws {
        var random = SeededRandom(seed: 7)
        let (table, record) = made(&random)
        let bytes = table.encode(record)
        for count in bytes.indices {
            var empty = MarkTable()
            #expect(throws: PatchError.self) { try empty.decode(Array(bytes[..<count]), itemCount: 300) }
        }
        for _ in 0..<2000 {
            var damaged = bytes
            for _ in 0..<3 {
                damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            var empty = MarkTable()
            _ = try? empty.decode(damaged, itemCount: 300)
        }
        var empty = MarkTable()
        #expect(throws: PatchError.self) { try empty.decode(bytes, itemCount: 200) }
    }

    @Test func `200,000 neighbours that are given the same take some bytes`() {
        var table = MarkTable()
        var word = MarkWord()
        word.stars = 4
        let items = (1_000_000..<1_200_000).map { ItemOrdinal(UInt32($0)) }
        let record = MarkRecord(
            items: items, old: [MarkWord](repeating: MarkWord(), count: items.count),
            new: [MarkWord](repeating: word, count: items.count))
        #expect(table.encode(record).count < 40)
        table.apply(record)
        #expect(table.word(of: ItemOrdinal(1_100_000)).stars == 4)
        var patch = Patch()
        patch.reconfigures = items
        #expect(patch.encode().count < 40)
        #expect((try? Patch(decoding: patch.encode(), itemCount: Patch.ordinalCount)) == patch)
    }
}
