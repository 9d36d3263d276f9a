import CollectionModel
import JSONText

/// The marks of a stored collection, for programs that read or write a store without an engine: backups.
package struct MarkBook {
    private var table = MarkTable()
    private let itemCount: Int

    /// - Parameter itemCount: of all ordinals that were ever given.
    package init(itemCount: Int) { self.itemCount = itemCount }

    /// Takes over what was stored: the parts of a checkpoint, then the changes since, oldest first.
    /// - Throws: `.damaged`
    package mutating func take(_ bytes: [UInt8]) throws(PatchError) {
        if !bytes.isEmpty { _ = try table.apply(bytes, itemCount: itemCount) }
    }

    /// The marks of an item, as a merge patch over the attributes of its source: `null` hides one. And how often they were changed.
    package func marks(of ordinal: UInt32) -> (attributes: JSONObject, changes: UInt32) {
        let item = ItemOrdinal(rawValue: ordinal)
        let marks = ItemMarks(of: item, in: table)
        var attributes = marks?.patch ?? JSONObject()
        if table.stacks[item] != StackMark() { attributes[Self.stack] = .int(Int(table.stacks[item].rawValue)) }
        return (attributes, marks?.changes ?? 0)
    }

    /// The name under which a backup has what people said of an item's stack: no attribute is likely to have it.
    private static let stack = "lookahead:stack"

    /// Gives an item the marks among some attributes, in the place of those that it has.
    /// - Returns: the other attributes, with members that have the name of a mark and are none.
    package mutating func setMarks(of ordinal: UInt32, from attributes: JSONObject) -> JSONObject {
        var set = MarkSet()
        var others = attributes
        for member in attributes.members where Mark.names.contains(member.name) {
            let capabilities = Capabilities(rate: [member.value.text ?? ""])
            guard let marking = try? Marking([member.name: member.value], at: "", of: capabilities),
                let marked = table.set(set, markedAs: marking)
            else { continue }
            set = marked
            others[member.name] = nil
        }
        let item = ItemOrdinal(rawValue: ordinal)
        if case .int(let number)? = attributes[Self.stack], let mark = StackMark(stored: number) {
            others[Self.stack] = nil
            table.stacks.set(mark, of: item)
            table.noteChanged([item])
        }
        guard set != table[item].people else { return others }
        table.set(set, of: item)
        table.noteChanged([item])
        return others
    }

    /// The ordinals of items that were ever marked, ascending.
    package var ordinals: [UInt32] {
        var ordinals: [UInt32] = []
        table.forEach(in: table.ordinals) { item, _, _ in ordinals.append(item.rawValue) }
        let stacked = table.stacks.marks(in: 0..<itemCount).map(\.item.rawValue)
        return stacked.isEmpty ? ordinals : Set(ordinals).union(stacked).sorted()
    }

    /// The parts to store with the next checkpoint.
    package var parts: [StoredMarks] {
        table.changedParts.sorted().map { StoredMarks(part: $0, bytes: table.encode(table.record(ofPart: $0))) }
    }
}
