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
    /// The marks before, of each item; empty in a record of what items have.
    var old: [MarkSet] = []
    var new: [MarkSet] = []
    /// How often each item was changed; empty in a record of a change, which counts once.
    var changes: [UInt32] = []
    var recolourings: [Recolouring] = []
    /// Its changes of stacks, by item, ascending.
    var stacks: [StackMarks.Change] = []

    var isEmpty: Bool { items.isEmpty && recolourings.isEmpty && stacks.isEmpty }

    /// The reverse of the change in a table that may have changed since: of marks that are still as the change left them. Of labels, what the change
    /// added or removed.
    /// - Returns: the record, and whether others have changed anything of it, which stays.
    func reverted(in table: inout MarkTable, without isGone: (ItemOrdinal) -> Bool) -> (MarkRecord, isPartial: Bool) {
        var record = MarkRecord()
        var isPartial = false
        for recolouring in recolourings {
            if table.labels.colours[Int(recolouring.label)] == recolouring.new {
                record.recolourings.append(
                    Recolouring(label: recolouring.label, old: recolouring.new, new: recolouring.old))
            } else {
                isPartial = true
            }
        }
        for change in stacks where !isGone(change.item) {
            let now = table.stacks[change.item]
            if now == change.new {
                record.stacks.append(.init(item: change.item, old: now, new: change.old))
            } else if now != change.old {
                isPartial = true
            }
        }
        // Items of one kind, mostly: the same sets again and again.
        var last: (now: MarkSet, old: MarkSet, new: MarkSet, set: MarkSet, isPartial: Bool)?
        for (index, item) in items.enumerated() where !isGone(item) {
            let now = table[item].people
            if last?.now != now || last?.old != old[index] || last?.new != new[index] {
                var (set, isKept) = now.reverted(from: new[index], to: old[index])
                set[.labels] = table.labels.reverted(now[.labels], from: new[index][.labels], to: old[index][.labels])
                last = (now, old[index], new[index], set, isKept)
            }
            guard let last else { continue }
            isPartial = isPartial || last.isPartial
            guard last.set != now || old[index] == new[index] && !record.recolourings.isEmpty else { continue }
            record.items.append(item)
            record.old.append(now)
            record.new.append(last.set)
        }
        return (record, isPartial)
    }
}

extension MarkTable {
    /// Applies what was stored: of a change, or of a checkpoint's part.
    /// - Throws: `.damaged`
    mutating func apply(_ bytes: [UInt8], itemCount: Int) throws(PatchError) -> MarkRecord {
        let record = try decode(bytes, itemCount: itemCount)
        apply(record)
        return record
    }

    /// The parts that it concerns are to be stored.
    mutating func apply(_ record: MarkRecord) {
        for (index, item) in record.items.enumerated() {
            set(record.new[index], of: item, changes: record.changes.isEmpty ? nil : record.changes[index])
        }
        noteChanged(record.items)
        for change in record.stacks { stacks.set(change.new, of: change.item) }
        noteChanged(record.stacks.map(\.item))
        for recolouring in record.recolourings { labels.setColour(recolouring.new, of: recolouring.label) }
    }

    /// The marks of the items of one stored part.
    func record(ofPart part: Int) -> MarkRecord {
        var record = MarkRecord()
        let ordinals = part << Self.partShift..<(part + 1) << Self.partShift
        forEach(in: ordinals) { item, set, changes in
            record.items.append(item)
            record.new.append(set.people)
            record.changes.append(changes)
        }
        record.stacks = stacks.marks(in: ordinals)
        return record
    }
}
