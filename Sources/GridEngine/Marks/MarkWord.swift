/// The marks of one item, in numbers of its collection's `MarkTable`.
///
/// Each mark is a number of a few bits, and 0 is "nobody has set it": then the item shows what its source or its file says.
struct MarkWord: Hashable, Sendable {
    var rawValue: UInt32 = 0

    /// Stars plus one.
    private static let stars = Bits(shift: 0, count: 3)
    private static let flag = Bits(shift: 3, count: 2)
    /// 1 where a rating was removed, else the number of the rating plus two.
    private static let rating = Bits(shift: 5, count: 4)
    private static let labels = Bits(shift: 9, count: 20)
    /// Stars in the item's file plus one. Nobody set them here: they are no mark, and not stored.
    private static let fileStars = Bits(shift: 29, count: 3)

    private static let all: [(name: String, bits: Bits)] = [
        (Marking.stars, stars), (Marking.flag, flag), (Marking.rating, rating), (Marking.labels, labels),
    ]

    /// Maximum number of ratings that a table can tell apart, and of lists of labels.
    static let ratingLimit = 14
    static let labelListLimit = 1 << 20

    private struct Bits: Sendable {
        let mask: UInt32
        let shift: Int

        init(shift: Int, count: Int) {
            self.shift = shift
            mask = (1 << UInt32(count) - 1) << UInt32(shift)
        }
    }

    private subscript(bits: Bits) -> Int {
        get { Int((rawValue & bits.mask) >> UInt32(bits.shift)) }
        set { rawValue = rawValue & ~bits.mask | UInt32(newValue) << UInt32(bits.shift) & bits.mask }
    }

    /// 0...5, set by people; `nil` when nobody did.
    var stars: Int? {
        get { self[Self.stars] == 0 ? nil : self[Self.stars] - 1 }
        set { self[Self.stars] = newValue.map { min(max($0, 0), 5) + 1 } ?? 0 }
    }

    /// 1...5, as the item's file says; `nil` when it does not.
    var fileStars: Int? {
        get { self[Self.fileStars] == 0 ? nil : self[Self.fileStars] - 1 }
        set { self[Self.fileStars] = newValue.map { min(max($0, 0), 5) + 1 } ?? 0 }
    }

    var flag: Flag? {
        get { Flag(rawValue: UInt8(self[Self.flag])) }
        set { self[Self.flag] = Int(newValue?.rawValue ?? 0) }
    }

    /// The number of a rating; `.some(nil)` where it was removed, `nil` when nobody did anything.
    var rating: Int?? {
        get { self[Self.rating] == 0 ? nil : .some(self[Self.rating] == 1 ? nil : self[Self.rating] - 2) }
        set {
            switch newValue {
            case nil: self[Self.rating] = 0
            case .some(nil): self[Self.rating] = 1
            case .some(.some(let number)): self[Self.rating] = number + 2
            }
        }
    }

    /// The number of a list of labels; 0 when nobody set any.
    var labels: Int {
        get { self[Self.labels] }
        set { self[Self.labels] = newValue }
    }

    /// Without what the file says.
    var marks: MarkWord {
        var word = self
        word.fileStars = nil
        return word
    }

    /// This word as it was before a change, in those marks that the change set and that are still so. Labels stay.
    /// - Returns: the word, and whether others have set such a mark to something else since.
    func reverted(from new: MarkWord, to old: MarkWord) -> (MarkWord, isKept: Bool) {
        var (word, isKept) = (self, false)
        for (name, bits) in Self.all where name != Marking.labels && old[bits] != new[bits] {
            if self[bits] == new[bits] { word[bits] = old[bits] } else if self[bits] != old[bits] { isKept = true }
        }
        return (word, isKept)
    }

    /// Whether a mark is set here that nobody has set in `other`.
    func hasMark(thatLacks other: MarkWord) -> Bool {
        Self.all.contains { self[$0.bits] != 0 && other[$0.bits] == 0 }
    }

    /// Whether people set a mark, by its name.
    func isSet(_ name: String) -> Bool { Self.all.contains { $0.name == name && self[$0.bits] != 0 } }

    /// The names of the marks that are set.
    var names: [String] { Self.all.filter { self[$0.bits] != 0 }.map(\.name) }

    /// Whether an item is picked out of many, or rejected.
    package enum Flag: UInt8, Sendable {
        case pick = 1
        case reject
        /// Somebody took it away.
        case none
    }
}
