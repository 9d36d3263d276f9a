import JSONText

/// A mark that people give items. Its name is that of an attribute in an item's JSON, of a field and of a member in requests.
///
/// A new mark is a case here, with its room in a `MarkSet`: whatever stores, undoes, shows, finds and exports marks goes through
/// all cases.
package enum Mark: String, CaseIterable, Sendable {
    case stars, flag, rating, labels, colourLabel
    /// Seconds by which the camera's clock was behind: `taken` is that much later than the file says.
    case timeShift

    package static let names = Set(allCases.map(\.rawValue))
    /// All, in the order in which people are shown them.
    package static let shown: [Mark] = [.rating] + allCases.filter { $0 != .rating }

    /// Where its number is in a set, as it is stored too.
    var bits: MarkSet.Bits {
        switch self {
        case .stars: .init(shift: 0, count: 3)
        case .flag: .init(shift: 3, count: 2)
        case .rating: .init(shift: 5, count: 4)
        case .labels: .init(shift: 9, count: 20)
        case .colourLabel: .init(shift: 32, count: 3)
        case .timeShift: .init(shift: 40, count: 8)
        }
    }

    /// Where the number is that an item's file has for it. Nobody set that here: it is no mark, and not stored.
    var fileBits: MarkSet.Bits? {
        switch self {
        case .stars: .init(shift: 29, count: 3)
        case .colourLabel: .init(shift: 35, count: 3)
        case .flag: .init(shift: 38, count: 2)
        case .rating, .labels, .timeShift: nil
        }
    }

    /// The values of its numbers from 1 on, `.null` where somebody took it away; `nil` where a collection has values of its
    /// own.
    var values: [JSONValue]? {
        switch self {
        case .stars: Self.starValues
        case .flag: Self.flagValues
        case .colourLabel: Self.colourLabelValues
        case .rating, .labels, .timeShift: nil
        }
    }

    private static let starValues: [JSONValue] = [.null] + (1...5).map { .int($0) }
    private static let flagValues: [JSONValue] = [.string("pick"), .string("reject"), .null]
    private static let colourLabelValues: [JSONValue] = [.null] + colourLabels.map { .string($0) }

    /// The colours that programs for photos know as `xmp:Label`, in small letters.
    package static let colourLabels = ["red", "yellow", "green", "blue", "purple"]

    /// The number of a value in a request; `nil` of what is none.
    func number(of value: JSONValue) -> Int? {
        if self == .stars, value == .int(0) { return number(of: .null) }
        return values?.firstIndex(of: value).map { $0 + 1 }
    }

    /// Why a value in a request is none.
    var refusal: Reason {
        switch self {
        case .stars: .starsInvalid
        case .flag: .flagInvalid
        case .timeShift: .timeShiftInvalid
        default: .markInvalid(rawValue, values ?? [])
        }
    }

    /// The mark in an item's file, as an attribute; `nil` without one.
    func value(in metadata: PictureMetadata) -> JSONValue? {
        switch self {
        // 0 is what programs write for a picture that nobody has rated.
        case .stars: metadata.stars.flatMap { $0 == 0 ? nil : .int($0) }
        case .colourLabel:
            metadata.label.map { JSONValue.string($0.lowercased()) }.flatMap { number(of: $0) == nil ? nil : $0 }
        case .flag: metadata.flag.map { .string($0.rawValue) }
        case .rating, .labels, .timeShift: nil
        }
    }
}

/// The marks of one item, each as a number in its bits: 0 where nobody set it. Then the item shows what its source or its file
/// says.
struct MarkSet: Hashable, Sendable {
    private(set) var rawValue: UInt64 = 0

    /// Maximum number of ratings that a table can tell apart, of time shifts, and of lists of labels.
    static let ratingLimit = 14
    static let shiftLimit = 254
    static let labelListLimit = 1 << 20

    struct Bits: Sendable {
        let mask: UInt64
        let shift: Int

        init(shift: Int, count: Int) {
            self.shift = shift
            mask = (1 << UInt64(count) - 1) << UInt64(shift)
        }
    }

    private static let stored = Mark.allCases.reduce(UInt64(0)) { $0 | $1.bits.mask }

    init() {}

    /// Reads what `stored` wrote; `nil` of numbers that mean nothing. Those of ratings and labels are the writer's own.
    init?(stored: Int) {
        rawValue = UInt64(truncatingIfNeeded: stored)
        let isKnown = Mark.allCases.allSatisfy { self[$0] <= $0.values?.count ?? .max }
        guard rawValue & ~Self.stored == 0, isKnown else { return nil }
    }

    /// Without what the file says.
    var people: MarkSet {
        var set = self
        set.rawValue &= Self.stored
        return set
    }

    var stored: Int { Int(truncatingIfNeeded: people.rawValue) }

    subscript(mark: Mark) -> Int {
        get { self[mark.bits] }
        set { self[mark.bits] = newValue }
    }

    /// The value of a mark in the item's file; 0 without one.
    subscript(file mark: Mark) -> Int {
        get { mark.fileBits.map { self[$0] } ?? 0 }
        set { if let bits = mark.fileBits { self[bits] = newValue } }
    }

    private subscript(bits: Bits) -> Int {
        get { Int((rawValue & bits.mask) >> UInt64(bits.shift)) }
        set { rawValue = rawValue & ~bits.mask | UInt64(newValue) << UInt64(bits.shift) & bits.mask }
    }

    /// These marks with what the file says in another set.
    func withFile(of other: MarkSet) -> MarkSet {
        var set = self
        set.rawValue = rawValue & Self.stored | other.rawValue & ~Self.stored
        return set
    }

    /// By people here, or by the file where nobody here has said anything.
    var isRejected: Bool { (self[.flag] == 0 ? self[file: .flag] : self[.flag]) == 2 }

    /// The number of a rating; `.some(nil)` where it was removed, `nil` when nobody did anything.
    var rating: Int?? {
        get { self[.rating] == 0 ? nil : .some(self[.rating] == 1 ? nil : self[.rating] - 2) }
        set { self[.rating] = newValue.map { $0.map { $0 + 2 } ?? 1 } ?? 0 }
    }

    /// The number of a time shift; `.some(nil)` where it was taken away, `nil` when nobody did anything.
    var timeShift: Int?? {
        get { self[.timeShift] == 0 ? nil : .some(self[.timeShift] == 1 ? nil : self[.timeShift] - 2) }
        set { self[.timeShift] = newValue.map { $0.map { $0 + 2 } ?? 1 } ?? 0 }
    }

    /// This set as it was before a change, in those marks that the change set and that are still so. Labels stay.
    /// - Returns: the set, and whether others have set such a mark to something else since.
    func reverted(from new: MarkSet, to old: MarkSet) -> (MarkSet, isKept: Bool) {
        var (set, isKept) = (self, false)
        for mark in Mark.allCases where mark != .labels && old[mark] != new[mark] {
            if self[mark] == new[mark] { set[mark] = old[mark] } else if self[mark] != old[mark] { isKept = true }
        }
        return (set, isKept)
    }

    /// Whether a mark is set here that nobody has set in `other`.
    func hasMark(thatLacks other: MarkSet) -> Bool { Mark.allCases.contains { self[$0] != 0 && other[$0] == 0 } }

    /// The marks that people set.
    var marks: [Mark] { Mark.allCases.filter { self[$0] != 0 } }

    /// Marks in which another set differs.
    func marks(unlike other: MarkSet) -> [Mark] { Mark.allCases.filter { self[$0] != other[$0] } }
}

extension MarkSet {
    /// The values of a file, where nobody has set marks of its picture.
    init(_ metadata: PictureMetadata) {
        self.init()
        for mark in Mark.allCases {
            if let value = mark.value(in: metadata) { self[file: mark] = mark.number(of: value) ?? 0 }
        }
    }
}
