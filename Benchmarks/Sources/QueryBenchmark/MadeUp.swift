import CollectionModel
import CollectionQuery

/// A made-up library: dates in no order over fifteen years, a rating for a third, 60 cameras, sizes as of JPEG files, and titles of
/// a few words. The same numbers are in Benchmarks/query_peers.py.
struct MadeUp {
    var columns = FieldColumns()
    let order: Snapshot
    let groups = GroupTable()
    private var generator = Generator()

    static let words = [
        "sea", "bird", "mountain", "harbour", "evening", "market", "window", "garden", "river", "station", "bridge",
        "winter",
        "morning", "portrait", "family", "birthday", "concert", "street", "forest", "island", "castle", "summer",
        "train",
        "beach", "sunset", "lake", "snow", "party", "wedding", "school",
    ]

    init(count: Int, titles: Bool) {
        order = try! Snapshot(ascending: (0..<1_000).map { (SectionOrdinal($0), count / 1_000) })
        for (name, type) in [("taken", FieldType.date), ("rating", .keyword), ("camera", .keyword), ("size", .number)] {
            columns.declare(name, type)
        }
        columns.reserve(items: count)
        for item in 0..<UInt32(count) { fill(ItemOrdinal(item)) }
        if titles {
            columns.declare("title", .text)
            for item in 0..<UInt32(count) { fillTitle(ItemOrdinal(item)) }
        }
    }

    private mutating func fill(_ item: ItemOrdinal) {
        let random = generator.next()
        let second = 1_262_304_000 + Int64(random % 473_385_600)
        columns.set(fieldAt: 0, to: .date(FieldDate(localSeconds: second)), of: item)
        switch random >> 32 % 100 {
        case 0..<20: columns.set(fieldAt: 1, to: .keywords(["like"]), of: item)
        case 20..<33: columns.set(fieldAt: 1, to: .keywords(["reject"]), of: item)
        default: break
        }
        columns.set(fieldAt: 2, to: .keywords(["Camera \(random >> 40 % 60)"]), of: item)
        columns.set(fieldAt: 3, to: .number(Double(500_000 + random >> 16 % 12_000_000)), of: item)
    }

    private mutating func fillTitle(_ item: ItemOrdinal) {
        let random = generator.next()
        let words = (0..<3).map { Self.words[Int(random >> UInt64(8 * $0) & 0xFF) % Self.words.count] }
        columns.set(
            fieldAt: 4, to: .text("\(words[0]) \(words[1]) \(words[2]) \(random >> 32 % 100_000)"), of: item)
    }
}
