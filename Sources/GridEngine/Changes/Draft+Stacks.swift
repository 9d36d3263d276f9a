import CollectionModel
import CollectionQuery

/// Stacks follow each change: what people said of items, and what their files say.
extension Draft {
    /// The stacks of this draft.
    /// - Parameters:
    ///   - stacks: as they were before.
    ///   - items: those that came or went, were marked, or have other files.
    /// - Returns: the items whose stack is another one now.
    /// - Complexity: O(m log n) for the m members of all stacks that the items are and were in.
    func settleStacks(_ stacks: inout StackTable, around items: some Sequence<ItemOrdinal>) -> Set<ItemOrdinal> {
        var settling = StackSettling(draft: self, stacks: stacks)
        settling.run(items)
        stacks = settling.stacks
        return settling.changed
    }

    /// All stacks of this draft. O(n).
    func allStacks() -> StackTable {
        var stacks = StackTable()
        for number in marks.stacks.members.keys {
            let members = members(ofHand: number)
            if members.count > 1 { stacks.make(members, .hand) }
        }
        collection.source.abilities.pairs?.forEachPair { ids in
            let pair = pair(of: ids)
            if pair.count > 1 { stacks.make(pair, .pair) }
        }
        return stacks
    }

    /// The members of a stack that people made, the face first.
    private func members(ofHand number: UInt32) -> [ItemOrdinal] {
        (marks.stacks.members[number] ?? []).filter { snapshot.contains($0) }.sorted().faceFirst(marks.stacks)
    }

    /// Those of a pair that nobody has put into other stacks, the face first.
    private func pair(of ids: [String]) -> [ItemOrdinal] {
        ids.compactMap { knownOrdinal(of: $0) }.filter { snapshot.contains($0) && followsFiles($0) }
            .faceFirst(marks.stacks)
    }

    /// Whether an item's files say what it is one with: nobody said anything, or the others of its stack are gone.
    private func followsFiles(_ item: ItemOrdinal) -> Bool {
        let mark = marks.stacks[item]
        return mark.isByFiles || mark.isByHand && members(ofHand: mark.number).count < 2
    }

    /// The members of the stack that an item is to be in, its face first; fewer than two of one that is alone.
    func stack(around item: ItemOrdinal) -> (members: [ItemOrdinal], kind: StackTable.Kind) {
        guard snapshot.contains(item) else { return ([], .hand) }
        guard followsFiles(item) else { return (members(ofHand: marks.stacks[item].number), .hand) }
        guard let source = collection.source.abilities.pairs else { return ([], .pair) }
        return (pair(of: source.pair(of: name(of: item))), .pair)
    }
}

extension [ItemOrdinal] {
    /// With the one first that people made the face.
    func faceFirst(_ marks: StackMarks) -> [ItemOrdinal] {
        guard let face = first(where: { marks[$0].isFace }) else { return self }
        return [face] + filter { $0 != face }
    }
}

/// Takes stacks apart and puts them together again.
private struct StackSettling {
    let draft: Draft
    private(set) var stacks: StackTable
    /// The stacks that were taken apart, by member.
    private var before: [ItemOrdinal: Former] = [:]
    /// The members of those that were put together: files may change meanwhile.
    private var settled: Set<ItemOrdinal> = []

    private struct Former: Equatable {
        var members: [ItemOrdinal]
        var kind: StackTable.Kind?
    }

    init(draft: Draft, stacks: StackTable) {
        self.draft = draft
        self.stacks = stacks
    }

    mutating func run(_ items: some Sequence<ItemOrdinal>) {
        var waiting: [ItemOrdinal] = []
        for item in items { waiting += dissolve(item) }
        while let item = waiting.popLast() {
            guard !settled.contains(item) else { continue }
            var (members, kind) = draft.stack(around: item)
            members.removeAll { settled.contains($0) }
            guard members.count > 1, members.contains(item) else { continue }
            for member in members { waiting += dissolve(member).filter { !members.contains($0) } }
            stacks.make(members, kind)
            settled.formUnion(members)
        }
    }

    /// - Returns: those that were its stack.
    private mutating func dissolve(_ item: ItemOrdinal) -> [ItemOrdinal] {
        let former = Former(members: stacks.members(of: item), kind: stacks.kind(of: item))
        for member in former.members where before[member] == nil { before[member] = former }
        return stacks.dissolve(item)
    }

    /// The items whose stack is another one.
    var changed: Set<ItemOrdinal> {
        Set(
            before.filter { item, former in
                former != Former(members: stacks.members(of: item), kind: stacks.kind(of: item))
            }.keys)
    }
}

/// The stacks at a draft, and the items whose stack is another one there.
struct FollowedStacks: Sendable {
    var table: StackTable
    var changed: Set<ItemOrdinal> = []
}

extension LiveCollection {
    /// The stacks of a draft that is about to be published; its source must know what it shows.
    /// - Returns: `nil` while nobody has asked for stacks.
    func followStacks(_ draft: Draft) -> FollowedStacks? {
        guard var followed = state.withLock({ $0.hasStacks ? FollowedStacks(table: $0.stacks) : nil }) else {
            return nil
        }
        var touched = Set(draft.kept.keys).union(draft.marked.stacked)
        for change in draft.changes {
            touched.formUnion(change.patch.patch.inserts.lazy.map(\.item))
            touched.formUnion(change.patch.patch.deletes.lazy.map(\.item))
        }
        if touched.count > max(1000, draft.snapshot.numberOfItems / 16) {
            let all = draft.allStacks()
            followed.changed = all.differences(from: followed.table)
            followed.table = all
        } else {
            followed.changed = draft.settleStacks(&followed.table, around: touched)
        }
        return followed
    }
}
