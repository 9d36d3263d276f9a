import CollectionModel
import JSONText
import SeededRandom
import Testing

@testable import GridEngine

/// The stored form of marks.
@Suite struct MarkRecordTests {
    /// A table with words, and a record of some of its items.
    private func made(_ random: inout SeededRandom) -> (table: MarkTable, record: MarkRecord) {
        var table = MarkTable()
        for rating in ["like", "dislike"] { _ = table.intern(rating: rating) }
        // An hour, a fraction of a second, forty years: or none, in the older form.
        let shifts = Bool.random(using: &random) ? [-3_600_000, 250, 1_262_304_000_123, -1] : []
        for shift in shifts { _ = table.intern(shift: shift) }
        let labels = (0..<4).compactMap { table.labels.intern(Label(name: "label \($0)")) }
        let lists = (0..<6).compactMap { _ in
            table.labels.intern(list: labels.filter { _ in Bool.random(using: &random) })
        }
        func set() -> MarkSet {
            var set = MarkSet()
            for mark in Mark.allCases {
                guard let values = mark.values else { continue }
                set[mark] = Int.random(in: 0...values.count, using: &random)
            }
            set.rating = [nil, .some(nil), .some(0), .some(1)].randomElement(using: &random)!
            let numbers: [Int??] = [nil, .some(nil)] + shifts.indices.map { .some($0) }
            set.timeShift = numbers.randomElement(using: &random)!
            set[.labels] = ([0, 1] + lists).randomElement(using: &random)!
            return set
        }
        var record = MarkRecord()
        for ordinal in 0..<300 where Int.random(in: 0..<3, using: &random) > 0 {
            record.items.append(ItemOrdinal(UInt32(ordinal)))
        }
        // Runs of equal marks, as people make them.
        while record.new.count < record.items.count {
            let (old, new) = (set(), set())
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
        _ = other.intern(shift: 77)
        _ = other.labels.intern(Label(name: "another"))
        let read = try other.decode(bytes, itemCount: 300)
        #expect(read.items == record.items, "seed \(seed)")
        func words(_ sets: [MarkSet], _ table: MarkTable) -> [JSONObject] {
            sets.map { set in
                var patch = ItemMarks(set, in: table).patch
                if set[.labels] > 1 {
                    patch["labels"] = .array(table.labels.labels(ofList: set[.labels]).map { .string($0.name) })
                }
                return patch
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
        var set = MarkSet()
        set[.stars] = Mark.stars.number(of: .int(4))!
        let items = (1_000_000..<1_200_000).map { ItemOrdinal(UInt32($0)) }
        let record = MarkRecord(
            items: items, old: [MarkSet](repeating: MarkSet(), count: items.count),
            new: [MarkSet](repeating: set, count: items.count))
        #expect(table.encode(record).count < 40)
        table.apply(record)
        #expect(ItemMarks(of: ItemOrdinal(1_100_000), in: table)?.patch == ["stars": .int(4)])
        var patch = Patch()
        patch.reconfigures = items
        #expect(patch.encode().count < 40)
        #expect((try? Patch(decoding: patch.encode(), itemCount: Patch.ordinalCount)) == patch)
    }
}
