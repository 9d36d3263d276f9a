import CollectionModel
import CollectionQuery
import Synchronization

/// Stacks follow each change: what people said of items, what their files say, and when they were taken.
extension Draft {
    /// The stacks of this draft.
    /// - Parameters:
    ///   - stacks: as they were before.
    ///   - items: those that came or went, were marked, or have other files or dates.
    ///   - bursts: where they are stacks.
    /// - Returns: the items whose stack is another one now.
    /// - Complexity: O(m log n) for the m members of all stacks that the items are and were in.
    func settleStacks(
        _ stacks: inout StackTable, around items: some Sequence<ItemOrdinal>, _ bursts: BurstRuns?
    ) -> Set<ItemOrdinal> {
        var settling = StackSettling(draft: self, stacks: stacks, bursts: bursts)
        settling.run(items)
        stacks = settling.stacks
        return settling.changed
    }

    /// All stacks of this draft. O(n).
    func allStacks(_ bursts: BurstRuns?) -> StackTable {
        var stacks = StackTable()
        for number in marks.stacks.members.keys {
            let members = members(ofHand: number)
            if members.count > 1 { stacks.make(members[...], .hand) }
        }
        if let bursts {
            bursts.forEachRun { run in
                for burst in self.bursts(among: run, of: bursts) { stacks.make(burst[...], .burst) }
            }
        }
        guard let source = collection.source.abilities.pairs else { return stacks }
        collection.settleNames()
        let all = Mutex(stacks)
        source.forEachPair { listed in
            let (items, ends) = shown(listed)
            all.withLock { stacks in
                var start = 0
                for end in ends {
                    if stacks.face(of: items[start]) == nil { stacks.make(items[start..<end], .pair) }
                    start = end
                }
            }
        }
        return all.withLock { $0 }
    }

    /// The items of those pairs that are stacks, and where each ends among them.
    private func shown(_ listed: ListedPairs) -> (items: [ItemOrdinal], ends: [Int]) {
        let known = collection.ordinals(everGivenTo: listed)
        var (items, ends): ([ItemOrdinal], [Int]) = ([], [])
        items.reserveCapacity(known.count)
        ends.reserveCapacity(listed.ends.count)
        var start = 0
        for end in listed.ends {
            for place in start..<end {
                if let item = known[place] ?? newItems.ordinal(of: listed.ids[place]).map({ ItemOrdinal($0) }),
                    snapshot.contains(item)
                {
                    items.append(item)
                }
            }
            start = end
            let first = ends.last ?? 0
            // Mostly nobody has said anything.
            if !marks.stacks.isEmpty { items.replaceSubrange(first..., with: pair(among: Array(items[first...]))) }
            if items.count - first > 1 { ends.append(items.count) } else { items.removeSubrange(first...) }
        }
        return (items, ends)
    }

    /// The members of a stack that people made, the face first.
    private func members(ofHand number: UInt32) -> [ItemOrdinal] {
        (marks.stacks.members[number] ?? []).filter { snapshot.contains($0) }.sorted().faceFirst(marks.stacks)
    }

    /// Those of a pair that nobody has put into other stacks, the face first.
    private func pair(among items: [ItemOrdinal]) -> [ItemOrdinal] {
        let items = items.filter { snapshot.contains($0) }
        // Mostly nobody has said anything.
        return marks.stacks.isEmpty ? items : items.filter(followsFiles).faceFirst(marks.stacks)
    }

    /// Whether an item's files say what it is one with: nobody said anything, or the others of its stack are gone.
    private func followsFiles(_ item: ItemOrdinal) -> Bool {
        let mark = marks.stacks[item]
        return mark.isByFiles || mark.isSingle || mark.isByHand && members(ofHand: mark.number).count < 2
    }

    /// The members of the pair, or of the stack by hand, that an item is to be in, its face first; fewer than two of one that is alone.
    func stack(around item: ItemOrdinal) -> (members: [ItemOrdinal], kind: StackTable.Kind) {
        guard snapshot.contains(item) else { return ([], .hand) }
        guard followsFiles(item) else { return (members(ofHand: marks.stacks[item].number), .hand) }
        guard let source = collection.source.abilities.pairs else { return ([], .pair) }
        return (pair(among: source.pair(of: name(of: item)).compactMap { knownOrdinal(of: $0) }), .pair)
    }

    // MARK: Bursts

    /// Finds the burst that an item is to be in.
    /// - Parameters:
    ///   - item: any.
    ///   - bursts: where they are found.
    ///   - endless: shots that are in no burst, since theirs would have no end; others that are found so are added.
    /// - Returns: its members, the face first; none of an item that is in no burst.
    func burst(around item: ItemOrdinal, _ bursts: BurstRuns, _ endless: inout Set<ItemOrdinal>) -> [ItemOrdinal] {
        guard let shot = files(of: item).first(where: bursts.hasShot), !endless.contains(shot) else { return [] }
        let run = bursts.run(around: shot)
        guard run.count <= BurstOrder.runLimit else {
            endless.formUnion(run)
            return []
        }
        return self.bursts(among: run, of: bursts).first { $0.contains(item) } ?? []
    }

    /// The bursts in one run, the face of each first.
    private func bursts(among run: [ItemOrdinal], of bursts: BurstRuns) -> [[ItemOrdinal]] {
        var files: [ItemOrdinal: [ItemOrdinal]] = [:]
        let shots = run.filter { item in
            guard snapshot.contains(item), followsFiles(item) else { return false }
            // One of a pair is in the run for all of it; and none was taken out.
            let pair = self.files(of: item)
            guard pair.first(where: bursts.hasShot) == item, !pair.contains(where: { marks.stacks[$0].isSingle }) else {
                return false
            }
            files[item] = pair
            return true
        }
        return bursts.parted(shots).filter { $0.count > 1 }.map { shots in
            shots.flatMap { files[$0]! }.faceFirst(marks.stacks)
        }
    }

    /// The files of the picture that an item is: its pair in the sequence of the source, or the item alone.
    func files(of item: ItemOrdinal) -> [ItemOrdinal] {
        guard let source = collection.source.abilities.pairs else { return [item] }
        let files = source.pair(of: name(of: item)).compactMap { knownOrdinal(of: $0) }
            .filter { snapshot.contains($0) && followsFiles($0) }
        return files.contains(item) ? files : [item]
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
    let bursts: BurstRuns?
    private(set) var stacks: StackTable
    /// Shots that are in no burst, since theirs would have no end.
    private var endless: Set<ItemOrdinal> = []
    /// The stacks that were taken apart, by member.
    private var before: [ItemOrdinal: Former] = [:]
    /// The members of those that were put together: files may change meanwhile.
    private var settled: Set<ItemOrdinal> = []

    private struct Former: Equatable {
        var members: [ItemOrdinal]
        var kind: StackTable.Kind?
    }

    init(draft: Draft, stacks: StackTable, bursts: BurstRuns?) {
        self.draft = draft
        self.bursts = bursts
        self.stacks = stacks
    }

    mutating func run(_ items: some Sequence<ItemOrdinal>) {
        var waiting: [ItemOrdinal] = []
        for item in items { waiting += dissolve(item) }
        while let item = waiting.popLast() {
            guard !settled.contains(item) else { continue }
            var (members, kind) = stack(around: item)
            members.removeAll { settled.contains($0) }
            guard members.count > 1, members.contains(item) else { continue }
            for member in members { waiting += dissolve(member).filter { !members.contains($0) } }
            stacks.make(members[...], kind)
            settled.formUnion(members)
        }
    }

    private mutating func stack(around item: ItemOrdinal) -> (members: [ItemOrdinal], kind: StackTable.Kind) {
        let (members, kind) = draft.stack(around: item)
        guard let bursts, kind == .pair else { return (members, kind) }
        let burst = draft.burst(around: item, bursts, &endless)
        return burst.count > 1 ? (burst, .burst) : (members, kind)
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
    /// Settles the stacks of a draft that is about to be published; its source must know what it shows.
    /// - Parameters:
    ///   - draft: with its changes.
    ///   - dated: items that may be in other bursts.
    ///   - bursts: as they are in it.
    /// - Returns: its stacks.
    func followStacks(_ draft: Draft, around dated: Set<ItemOrdinal>, _ bursts: BurstRuns?) -> FollowedStacks {
        var touched = Set(draft.kept.keys).union(draft.marked.stacked).union(dated)
        for change in draft.changes {
            touched.formUnion(change.patch.patch.inserts.lazy.map(\.item))
            touched.formUnion(change.patch.patch.deletes.lazy.map(\.item))
        }
        return settleStacks(draft, around: touched, bursts)
    }

    /// The stacks of a draft, by those that are known: around some items, or all anew where these are many.
    func settleStacks(_ draft: Draft, around touched: Set<ItemOrdinal>, _ bursts: BurstRuns?) -> FollowedStacks {
        var followed = FollowedStacks(table: state.withLock { $0.stacks })
        if touched.count > max(1000, draft.snapshot.numberOfItems / 16) {
            let all = draft.allStacks(bursts)
            followed.changed = all.differences(from: followed.table)
            followed.table = all
        } else {
            followed.changed = draft.settleStacks(&followed.table, around: touched, bursts)
        }
        return followed
    }
}
