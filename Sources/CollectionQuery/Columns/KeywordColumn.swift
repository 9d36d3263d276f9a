/// Keywords by item, as the number of their list.
struct KeywordColumn: Sendable {
    private(set) var lists = NarrowColumn()
    let table = KeywordTable()

    func value(_ slot: Int) -> [String]? { lists.value(slot).map { table.words(ofList: Int($0)) } }

    @discardableResult
    mutating func set(_ slot: Int, to words: [String]?) -> Bool {
        lists.set(slot, to: words.map { Int64(table.number(of: $0)) })
    }

    mutating func reserve(_ count: Int) { lists.reserve(count) }

    var sizeBytes: Int { lists.sizeBytes + table.sizeBytes }

    /// By the number of each list, whether one of its words is wanted; by number and folded text of a word.
    func wantedLists(_ isWanted: (String, [UInt8]) -> Bool) -> [Bool] {
        let contents = table.contents
        let words = contents.words.indices.map { isWanted(contents.words[$0], contents.folded[$0]) }
        return contents.lists.map { $0.contains { words[Int($0)] } }
    }
}
