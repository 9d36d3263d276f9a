import CollectionModel

/// A change of marks: what each item had before and has after, in the numbers of one `MarkTable`.
struct MarkRecord {
    struct Recolouring {
        var label: UInt16
        var old: Label.Colour
        var new: Label.Colour
    }

    /// Ascending.
    var items: [ItemOrdinal] = []
    /// Of each item; empty in a record of what items have.
    var old: [MarkWord] = []
    var new: [MarkWord] = []
    /// How often each item was changed; empty in a record of a change, which counts once.
    var changes: [UInt32] = []
    var recolourings: [Recolouring] = []

    /// What reverts the change in a table that may have changed since. Only what the change did is reverted.
    func reverted(in table: MarkTable, without isGone: (ItemOrdinal) -> Bool) -> MarkRecord {
        var record = MarkRecord()
        for (index, item) in items.enumerated() where !isGone(item) {
            let now = table.word(of: item).marks
            record.items.append(item)
            record.old.append(now)
            record.new.append(now.with(old[index], where: new[index], differsFrom: old[index]))
        }
        record.recolourings = recolourings.map { Recolouring(label: $0.label, old: $0.new, new: $0.old) }
        return record
    }
}

extension MarkTable {
    mutating func apply(_ record: MarkRecord) {
        for (index, item) in record.items.enumerated() {
            set(record.new[index], of: item, changes: record.changes.isEmpty ? nil : record.changes[index])
        }
        for recolouring in record.recolourings { labels.setColour(recolouring.new, of: recolouring.label) }
    }

    /// What the items of one stored part have.
    func record(ofPart part: Int) -> MarkRecord {
        var record = MarkRecord()
        forEach(in: part << Self.partShift..<(part + 1) << Self.partShift) { item, word, changes in
            record.items.append(item)
            record.new.append(word.marks)
            record.changes.append(changes)
        }
        return record
    }
}
