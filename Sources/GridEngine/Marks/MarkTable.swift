import CollectionModel

/// The marks of a collection's items, by ordinal, in pages.
///
/// A value: a copy shares the pages, and a change copies those that it touches, as the order does. Eight bytes an item, for pages that
/// have a marked item: sets of marks have numbers, as lists of keywords do in a column of fields.
struct MarkTable: Sendable {
    /// The numbers of the sets of 1,024 items, and how often each was changed.
    private struct Page: Sendable {
        static let shift = 10
        static let mask = (1 << shift) - 1

        var sets = [UInt32](repeating: 0, count: 1 << shift)
        var changes = [UInt32](repeating: 0, count: 1 << shift)
    }

    /// Ordinals in one stored part: the shift.
    static let partShift = 16

    private var pages: [Page?] = []
    /// The sets that items have or had, by number. Only grows: 0 is that of an item that was never marked.
    private var sets = [MarkSet()]
    private var numbers = [MarkSet(): UInt32(0)]
    /// That of the last set that was looked for: neighbours are mostly marked alike.
    private var last = (set: MarkSet(), number: UInt32(0))
    var labels = LabelTable()
    /// The stacks that people made and took apart.
    var stacks = StackMarks()
    /// The ratings that were given, by number.
    private(set) var ratings: [String] = []
    /// The time shifts that were given, by number, in milliseconds.
    private(set) var shifts: [Int] = []
    /// The parts whose marks have changed since they were stored.
    var changedParts: Set<Int> = []

    /// Whether no item has a mark that it shows.
    var isEmpty: Bool { pages.isEmpty }

    /// Marks, and how often they were changed.
    func entry(of item: ItemOrdinal) -> (set: MarkSet, changes: UInt32) {
        let slot = Int(item.rawValue)
        guard slot >> Page.shift < pages.count, let page = pages[slot >> Page.shift] else { return (MarkSet(), 0) }
        return (sets[Int(page.sets[slot & Page.mask])], page.changes[slot & Page.mask])
    }

    /// The marks of an item, with what its file says.
    subscript(item: ItemOrdinal) -> MarkSet { entry(of: item).set }

    /// Sets the marks of an item; a change counts. What the file says stays.
    mutating func set(_ set: MarkSet, of item: ItemOrdinal, changes: UInt32? = nil) {
        let number = intern(set.withFile(of: self[item]))
        let slot = Int(item.rawValue)
        let (page, index) = (ownPage(slot), slot & Page.mask)
        pages[page]!.sets[index] = number
        pages[page]!.changes[index] = changes ?? pages[page]!.changes[index] &+ 1
    }

    /// Sets what an item's file says: no change of anybody's.
    /// - Returns: whether that is new.
    @discardableResult
    mutating func setFile(_ file: MarkSet, of item: ItemOrdinal) -> Bool {
        let old = self[item]
        let new = old.withFile(of: file)
        guard new != old else { return false }
        let (number, slot) = (intern(new), Int(item.rawValue))
        let page = ownPage(slot)
        pages[page]!.sets[slot & Page.mask] = number
        return true
    }

    /// The number of a set, which is given one when it is new.
    private mutating func intern(_ set: MarkSet) -> UInt32 {
        if last.set == set { return last.number }
        let number = numbers[set] ?? UInt32(sets.count)
        if Int(number) == sets.count {
            sets.append(set)
            numbers[set] = number
        }
        last = (set, number)
        return number
    }

    /// Notes that parts are to be stored.
    mutating func noteChanged(_ items: [ItemOrdinal]) {
        var last = -1
        for item in items {
            let part = Int(item.rawValue) >> Self.partShift
            if part != last { changedParts.insert(part) }
            last = part
        }
    }

    /// The number of a rating; `nil` when there are too many.
    mutating func intern(rating: String) -> Int? {
        if let known = ratings.firstIndex(of: rating) { return known }
        guard ratings.count < MarkSet.ratingLimit else { return nil }
        ratings.append(rating)
        return ratings.count - 1
    }

    /// The number of a time shift; `nil` when there are too many.
    mutating func intern(shift milliseconds: Int) -> Int? {
        if let known = shifts.firstIndex(of: milliseconds) { return known }
        guard shifts.count < MarkSet.shiftLimit else { return nil }
        shifts.append(milliseconds)
        return shifts.count - 1
    }

    /// Calls `body` with each item of a range of ordinals that was ever marked, ascending.
    func forEach(in ordinals: Range<Int>, _ body: (ItemOrdinal, MarkSet, UInt32) -> Void) {
        let end = min(ordinals.upperBound, pages.count << Page.shift)
        let first = ordinals.lowerBound >> Page.shift
        for number in first..<max(first, (end + Page.mask) >> Page.shift) {
            guard let page = pages[number] else { continue }
            for index in page.sets.indices where page.changes[index] != 0 {
                let ordinal = number << Page.shift + index
                guard ordinals.contains(ordinal) else { continue }
                body(ItemOrdinal(UInt32(ordinal)), sets[Int(page.sets[index])], page.changes[index])
            }
        }
    }

    /// All ordinals that may have a mark that is shown.
    var ordinals: Range<Int> { 0..<pages.count << Page.shift }

    /// The labels that an item has now, in the order in which they were first given.
    var labelsInUse: [Label] {
        var isUsed = [Bool](repeating: false, count: labels.lists.count)
        forEach(in: ordinals) { _, set, _ in isUsed[set[.labels]] = true }
        var numbers: Set<UInt16> = []
        for (list, isUsed) in zip(labels.lists, isUsed) where isUsed { numbers.formUnion(list) }
        return numbers.sorted().map { Label(name: labels.names[Int($0)], colour: labels.colours[Int($0)]) }
    }

    private mutating func ownPage(_ slot: Int) -> Int {
        let number = slot >> Page.shift
        while pages.count <= number { pages.append(nil) }
        if pages[number] == nil { pages[number] = Page() }
        return number
    }
}
