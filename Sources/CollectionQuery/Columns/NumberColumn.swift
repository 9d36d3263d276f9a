/// Numbers by item: integers in the width that a page's range needs, and eight bytes each in pages that hold a fraction.
struct NumberColumn: Sendable {
    private(set) var cells = NarrowColumn()

    func value(_ slot: Int) -> Double? {
        guard let page = cells.page(of: slot), let value = NarrowCells(page).value(slot & NarrowPage.mask) else {
            return nil
        }
        return Self.number(value, isFloating: page.isFloating)
    }

    @discardableResult
    mutating func set(_ slot: Int, to number: Double?) -> Bool {
        guard let number else { return cells.set(slot, to: nil) }
        let page = cells.page(of: slot)
        let integer = Int64(exactly: number).flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
        if page?.isFloating != true {
            if let integer { return cells.set(slot, to: integer) }
            let floating = NarrowPage(width: 8, base: .min, isFloating: true)
            page?.forEachValue { own, value in floating.setCell(own, floating.cell(for: Double(value).orderedBits)!) }
            cells.replace(floating, at: slot >> NarrowPage.shift)
        }
        return cells.set(slot, to: number.orderedBits)
    }

    mutating func reserve(_ count: Int) { cells.reserve(count) }

    static func number(_ value: Int64, isFloating: Bool) -> Double {
        isFloating ? Double(orderedBits: value) : Double(value)
    }
}

extension Double {
    /// The number as an integer that is ordered as numbers are. The number must not be NaN.
    var orderedBits: Int64 {
        let bits = Int64(bitPattern: bitPattern)
        return bits >= 0 ? bits : bits ^ .max
    }

    init(orderedBits: Int64) {
        self.init(bitPattern: UInt64(bitPattern: orderedBits >= 0 ? orderedBits : orderedBits ^ .max))
    }
}

/// Dates by item: local seconds, and beside them fractions of a second and the zone, which cost memory where they are known.
struct DateColumn: Sendable {
    private(set) var seconds = NarrowColumn()
    /// Milliseconds of the dates that have any.
    private var fractions = NarrowColumn()
    private var zones = NarrowColumn()
    /// How often a date has changed.
    private(set) var revision = 0

    func value(_ slot: Int) -> FieldDate? {
        seconds.value(slot).map {
            FieldDate(
                localSeconds: $0, milliseconds: Int16(fractions.value(slot) ?? 0),
                zoneMinutes: zones.value(slot).map { Int16($0) })
        }
    }

    @discardableResult
    mutating func set(_ slot: Int, to date: FieldDate?) -> Bool {
        if value(slot) != date { revision += 1 }
        zones.set(slot, to: date?.zoneMinutes.map { Int64($0) })
        fractions.set(slot, to: date.flatMap { $0.milliseconds > 0 ? Int64($0.milliseconds) : nil })
        return seconds.set(slot, to: date?.localSeconds)
    }

    mutating func reserve(_ count: Int) { seconds.reserve(count) }

    var sizeBytes: Int { seconds.sizeBytes + fractions.sizeBytes + zones.sizeBytes }
}

extension DateColumn {
    /// Local milliseconds.
    func sortValue(_ slot: Int) -> Int64? {
        seconds.value(slot).map { $0 * 1000 + (fractions.value(slot) ?? 0) }
    }

    /// The keys of items that are sorted by this column: in seconds where nothing is finer, which takes fewer passes of the sort.
    func sortKeys(of items: [UInt32], descending: Bool) -> SortKeys {
        seconds.withCells { seconds in
            guard fractions.limit > 0 else {
                return SortKeys(count: items.count, descending: descending) { seconds.value(items[$0]) }
            }
            return fractions.withCells { fractions in
                SortKeys(count: items.count, descending: descending, unitsPerSecond: 1000) {
                    let item = items[$0]
                    return seconds.value(item).map { $0 * 1000 + (fractions.value(item) ?? 0) }
                }
            }
        }
    }
}

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

/// Texts by item, in pages of which a changed one is copied while another column sees it.
struct TextColumn: Sendable {
    private(set) var pages: [TextPage?] = []

    var limit: Int { pages.count << TextPage.shift }

    var sizeBytes: Int { pages.reduce(pages.count * 8) { $0 + ($1?.sizeBytes ?? 0) } }

    mutating func reserve(_ count: Int) { pages.reserveCapacity((count + TextPage.mask) >> TextPage.shift) }

    func page(of slot: Int) -> TextPage? { slot < limit ? pages[slot >> TextPage.shift] : nil }

    func value(_ slot: Int) -> String? { page(of: slot)?.text(slot & TextPage.mask) }

    @discardableResult
    mutating func set(_ slot: Int, to text: String?) -> Bool {
        let number = slot >> TextPage.shift
        if text == nil, page(of: slot) == nil { return false }
        while pages.count <= number { pages.append(nil) }
        if pages[number] == nil {
            pages[number] = TextPage()
        } else if !isKnownUniquelyReferenced(&pages[number]) {
            pages[number] = pages[number]!.copy()
        }
        return pages[number]!.set(slot & TextPage.mask, to: text)
    }
}
