import CollectionModel

/// Marks of many items, in one change.
extension Draft {
    /// Marks items. Those that have these marks already are not in the change.
    /// - Parameters:
    ///   - items: in the draft, each once, in any order.
    ///   - marking: what is done to their marks.
    /// - Returns: the patch that configures them again, not applied yet; empty when nothing changes.
    /// - Throws: `.invalid` and `.tooMany` for labels beyond the limits.
    mutating func mark(_ items: [ItemOrdinal], as marking: Marking) throws(GridError) -> Patch {
        var record = MarkRecord()
        let change = try marks.prepare(marking, &record)
        var results: [MarkSet: MarkSet] = [:]
        var last = (old: MarkSet(), new: try change.set(MarkSet(), in: &marks))
        for item in items.isAscending ? items : items.sorted() {
            let old = marks[item].people
            if old != last.old {
                let new: MarkSet
                if let known = results[old] { new = known } else { new = try change.set(old, in: &marks) }
                results[old] = new
                last = (old, new)
            }
            guard last.new != old else { continue }
            record.items.append(item)
            record.old.append(old)
            record.new.append(last.new)
        }
        if !record.recolourings.isEmpty { addItems(toRecolour: &record) }
        return take(record)
    }

    /// Reverts a change of marks, while keeping all later ones.
    /// - Returns: the items that are to be configured again, and whether others have changed a part of it since, which stays.
    mutating func revertMarks(_ bytes: [UInt8]) -> ([ItemOrdinal], isPartial: Bool) {
        guard !bytes.isEmpty else { return ([], false) }
        let count = collection.state.withLock { $0.items.count }
        do throws(PatchError) {
            let record = try marks.decode(bytes, itemCount: count + newItems.count)
            let (reverse, isPartial) = record.reverted(in: &marks) { !snapshot.contains($0) }
            return (take(reverse).reconfigures, isPartial)
        } catch {
            preconditionFailure("marks that were encoded here cannot be read: \(error)")
        }
    }

    /// Takes over what another server did to marks.
    /// - Throws: `.damaged`
    mutating func apply(marks bytes: [UInt8], itemCount: Int) throws(PatchError) {
        marked.note(try marks.apply(bytes, itemCount: itemCount))
    }

    /// Makes a record a part of the change in the making.
    /// - Returns: the patch that configures its items again, not applied yet.
    mutating func take(_ record: MarkRecord) -> Patch {
        var patch = Patch()
        guard !record.isEmpty else { return patch }
        marks.apply(record)
        underway.marks = marks.encode(record)
        marked.note(record)
        let stacked = record.stacks.map(\.item)
        if !stacked.isEmpty, var table = stacks {
            _ = settleStacks(&table, around: stacked, collection.queries.burstRuns)
            stacks = table
        }
        patch.reconfigures = stacked.isEmpty ? record.items : Set(record.items).union(stacked).sorted()
        return patch
    }

    /// Every item with a label that gets another colour is shown again.
    private func addItems(toRecolour record: inout MarkRecord) {
        let labels = Set(record.recolourings.map(\.label))
        let lists = marks.labels.lists.map { !labels.isDisjoint(with: $0) }
        var isIn = Set(record.items)
        var all = zip(record.items, zip(record.old, record.new)).map { ($0, $1.0, $1.1) }
        marks.forEach(in: marks.ordinals) { item, set, _ in
            guard lists[set[.labels]], snapshot.contains(item), isIn.insert(item).inserted else { return }
            all.append((item, set.people, set.people))
        }
        all.sort { $0.0 < $1.0 }
        (record.items, record.old, record.new) = (all.map(\.0), all.map(\.1), all.map(\.2))
    }
}

/// The changes of marks since the durable state.
struct MarkChanges: Sendable {
    /// The items that were marked, by change, each list ascending.
    private(set) var items: [[ItemOrdinal]] = []
    /// Those of them that lost a mark that people had set.
    private(set) var unset: [ItemOrdinal] = []
    /// The marks that changed.
    private(set) var marks: Set<Mark> = []
    /// The items of whose stacks people said something.
    private(set) var stacked: [ItemOrdinal] = []

    mutating func note(_ record: MarkRecord) {
        items.append(record.items)
        stacked += record.stacks.map(\.item)
        var last: (old: MarkSet, new: MarkSet, isUnset: Bool)?
        for (index, item) in record.items.enumerated() {
            // One that is not said was none.
            let (old, new) = (record.old.isEmpty ? MarkSet() : record.old[index], record.new[index])
            if last?.old != old || last?.new != new {
                last = (old, new, old.hasMark(thatLacks: new))
                marks.formUnion(new.marks(unlike: old))
            }
            if last?.isUnset == true { unset.append(item) }
        }
    }
}

/// A marking in the numbers of a table.
private struct PreparedMarking {
    var marking: Marking
    var rating: Int?
    var timeShift: Int?
    var added: [UInt16] = []
    var removed: Set<UInt16> = []

    func set(_ old: MarkSet, in table: inout MarkTable) throws(GridError) -> MarkSet {
        var set = old
        for (mark, number) in marking.numbers { set[mark] = number }
        if marking.rating != nil { set.rating = .some(rating) }
        if marking.timeShift != nil { set.timeShift = .some(timeShift) }
        guard let labels = marking.labels else { return set }
        var list = added
        if case .change = labels {
            let kept = table.labels.lists[old[.labels]].filter { !removed.contains($0) }
            list = kept + added.filter { !kept.contains($0) }
        }
        guard list.count <= Label.itemLimit else { throw .invalid(.mark("/labels"), .tooManyLabels) }
        guard let number = table.labels.intern(list: list) else {
            throw .tooMany(.labels, limit: MarkSet.labelListLimit)
        }
        set[.labels] = number
        return set
    }
}

extension MarkTable {
    /// The marks of an item that had some others; `nil` beyond the limits.
    mutating func set(_ set: MarkSet, markedAs marking: Marking) -> MarkSet? {
        var record = MarkRecord()
        guard let change = try? prepare(marking, &record) else { return nil }
        for recolouring in record.recolourings { labels.setColour(recolouring.new, of: recolouring.label) }
        return try? change.set(set, in: &self)
    }

    /// Gives the values of a marking their numbers; notes the labels that get another colour.
    fileprivate mutating func prepare(
        _ marking: Marking, _ record: inout MarkRecord
    ) throws(GridError) -> PreparedMarking {
        var change = PreparedMarking(marking: marking)
        if case .some(.some(let text)) = marking.rating {
            guard let number = intern(rating: text) else { throw .invalid(.mark("/rating"), .ratingUnknown(ratings)) }
            change.rating = number
        }
        if case .some(.some(let shift)) = marking.timeShift {
            guard let number = intern(shift: shift) else { throw .invalid(.mark("/timeShift"), .tooManyTimeShifts) }
            change.timeShift = number
        }
        let added: [Label]
        switch marking.labels {
        case nil: added = []
        case .set(let labels): added = labels
        case .change(let adding, let removing):
            added = adding
            change.removed = Set(removing.compactMap { labels.number(of: $0) })
        }
        for label in added {
            guard let number = labels.intern(label, limit: Label.collectionLimit) else {
                throw .tooMany(.labels, limit: Label.collectionLimit)
            }
            change.added.append(number)
            let known = labels.colours[Int(number)]
            guard let colour = label.colour, colour != known else { continue }
            record.recolourings.append(.init(label: number, old: known, new: colour))
        }
        return change
    }
}

extension [ItemOrdinal] {
    fileprivate var isAscending: Bool {
        for index in indices.dropFirst() where self[index - 1] > self[index] { return false }
        return true
    }
}
