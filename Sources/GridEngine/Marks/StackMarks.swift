import CollectionModel

/// A person's word on the stack of an item: with which others it is one, or that it is alone, and whether it is the face.
struct StackMark: Hashable, Sendable {
    private static let faceBit: UInt32 = 1 << 31

    /// 0 where nobody said anything: then its files say.
    private(set) var rawValue: UInt32 = 0

    /// In no stack, whatever its files say.
    static let alone = StackMark(number: 1)
    /// In no burst, whenever it was taken; one of a pair stays one.
    static let single = StackMark(number: 2)
    /// Numbers of stacks that people make are from here on.
    static let firstNumber = 3
    static let limit = 1 << 31

    init() {}

    /// A stored mark; `nil` of a number that is none.
    init?(stored: Int) {
        guard let raw = UInt32(exactly: stored) else { return nil }
        rawValue = raw
    }

    /// The items with one number from `firstNumber` on are one stack.
    init(number: UInt32, isFace: Bool = false) { rawValue = number | (isFace ? Self.faceBit : 0) }

    var number: UInt32 { rawValue & ~Self.faceBit }
    var isFace: Bool { rawValue & Self.faceBit != 0 }
    var isByHand: Bool { number >= Self.firstNumber }
    var isSingle: Bool { number == Self.single.number }
    /// Whether its files say what it is one with.
    var isByFiles: Bool { number == 0 }
}

/// The stacks that people made and took apart, by item, in pages.
struct StackMarks: Sendable {
    /// The change of one item's mark.
    struct Change: Hashable, Sendable {
        var item: ItemOrdinal
        var old: StackMark
        var new: StackMark
    }

    private static let shift = 10

    private var pages: [[StackMark]?] = []
    /// The members of stacks that people made, by number.
    private(set) var members: [UInt32: Set<ItemOrdinal>] = [:]

    var isEmpty: Bool { pages.isEmpty }

    subscript(item: ItemOrdinal) -> StackMark {
        let slot = Int(item.rawValue)
        guard slot >> Self.shift < pages.count, let page = pages[slot >> Self.shift] else { return StackMark() }
        return page[slot & (1 << Self.shift - 1)]
    }

    mutating func set(_ mark: StackMark, of item: ItemOrdinal) {
        let (old, number) = (self[item], Int(item.rawValue) >> Self.shift)
        guard old != mark else { return }
        while pages.count <= number { pages.append(nil) }
        if pages[number] == nil { pages[number] = [StackMark](repeating: StackMark(), count: 1 << Self.shift) }
        pages[number]![Int(item.rawValue) & (1 << Self.shift - 1)] = mark
        if old.isByHand {
            members[old.number]?.remove(item)
            if members[old.number]?.isEmpty == true { members[old.number] = nil }
        }
        if mark.isByHand { members[mark.number, default: []].insert(item) }
    }

    /// The marks of a range of ordinals, ascending.
    func marks(in ordinals: Range<Int>) -> [Change] {
        var marks: [Change] = []
        for number in (ordinals.lowerBound >> Self.shift)..<max(ordinals.lowerBound >> Self.shift, pages.count) {
            guard number << Self.shift < ordinals.upperBound else { break }
            for (slot, mark) in (pages[number] ?? []).enumerated() where mark != StackMark() {
                let ordinal = number << Self.shift + slot
                guard ordinals.contains(ordinal) else { continue }
                marks.append(Change(item: ItemOrdinal(UInt32(ordinal)), old: StackMark(), new: mark))
            }
        }
        return marks
    }
}
