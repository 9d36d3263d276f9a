/// The texts of 512 items: as they are, and folded for searching, each in one piece of memory.
///
/// Guard of the unchecked conformance: a page is changed only by a column that holds the sole reference to it.
final class TextPage: @unchecked Sendable {
    static let shift = 9
    static let mask = 1 << shift - 1

    /// The folded texts in the order of their slots, 0 behind each.
    private(set) var folded: [UInt8]
    /// Where each slot's part of `folded` ends, up to the last slot with a text.
    private(set) var foldedEnds: [UInt32]
    private var texts: [UInt8]
    private var textEnds: [UInt32]

    init() { (folded, foldedEnds, texts, textEnds) = ([], [], [], []) }

    private init(_ page: TextPage) {
        (folded, foldedEnds, texts, textEnds) = (page.folded, page.foldedEnds, page.texts, page.textEnds)
    }

    func copy() -> TextPage { TextPage(self) }

    var sizeBytes: Int {
        folded.capacity + texts.capacity + (foldedEnds.capacity + textEnds.capacity) * 4
    }

    func text(_ slot: Int) -> String? {
        let range = Self.range(slot, textEnds)
        return range.isEmpty ? nil : String(decoding: texts[range], as: UTF8.self)
    }

    func hasText(_ slot: Int) -> Bool { !Self.range(slot, textEnds).isEmpty }

    /// Whether a slot has this text, byte by byte.
    func has(_ text: [UInt8], at slot: Int) -> Bool { texts[Self.range(slot, textEnds)].elementsEqual(text) }

    /// Where a slot's folded text is, without the 0 behind it.
    func foldedRange(_ slot: Int) -> Range<Int> {
        let range = Self.range(slot, foldedEnds)
        return range.isEmpty ? range : range.lowerBound..<(range.upperBound - 1)
    }

    /// - Returns: whether there was a text.
    func set(_ slot: Int, to text: String?) -> Bool {
        let had = !Self.range(slot, textEnds).isEmpty
        Self.replace(slot, &texts, &textEnds, by: text.map { Array($0.utf8) } ?? [])
        Self.replace(slot, &folded, &foldedEnds, by: text.map { TextFolding.fold($0) + [0] } ?? [])
        return had
    }

    private static func range(_ slot: Int, _ ends: [UInt32]) -> Range<Int> {
        guard slot < ends.count else { return 0..<0 }
        return (slot > 0 ? Int(ends[slot - 1]) : 0)..<Int(ends[slot])
    }

    private static func replace(_ slot: Int, _ bytes: inout [UInt8], _ ends: inout [UInt32], by new: [UInt8]) {
        if slot >= ends.count {
            if new.isEmpty { return }
            while ends.count < slot { ends.append(UInt32(bytes.count)) }
            bytes.append(contentsOf: new)
            ends.append(UInt32(bytes.count))
            return
        }
        let range = range(slot, ends)
        bytes.replaceSubrange(range, with: new)
        let longer = new.count - range.count
        if longer != 0 { for index in slot..<ends.count { ends[index] = UInt32(Int(ends[index]) + longer) } }
    }
}
