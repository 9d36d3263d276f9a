import CollectionModel
import CollectionQuery

/// How columns and results go on with the collection. Everything here is called on the commit queue.
extension LiveCollection {
    /// Leads columns, stacks and results on to a draft that is about to be published. Its new contents must be with the source already.
    /// - Returns: what becomes visible together with the draft.
    func followQueries(_ draft: Draft) -> FollowedQueries {
        let hasStacks = state.withLock { $0.hasStacks }
        guard hasStacks || queries.state.withLock({ $0.filling != .unfilled }) else { return FollowedQueries() }
        let patches = draft.changes.map(\.patch.patch)
        guard var patch = patches.first else { return FollowedQueries() }
        for next in patches.dropFirst() { patch = patch.composed(with: next) }
        var touched = Set(patch.inserts.map(\.item))
        let marked = draft.marked.items.count == 1 ? draft.marked.items[0] : Set(draft.marked.items.joined()).sorted()
        touched.formUnion(patch.reconfigures.subtracting(ascending: marked))
        // Values of the source or the file are shown again.
        touched.formUnion(draft.marked.unset)
        touched.formUnion(patch.reloads)
        touched.formUnion(draft.kept.keys)
        let (groups, versions, before) = state.withLock { ($0.groups, $0.resultVersions, $0.snapshot) }
        // A move changes a value only if it changes the section: hundreds of thousands of items move at once.
        let changesSection = patch.moves.filter {
            before.section(at: $0.from.section) != draft.snapshot.section(at: $0.toAfter.section)
        }
        // The title of its section is a value of an item.
        let retitled = draft.items(ofSections: patch.reconfigureSections)
        patch.addReconfigures(retitled.joined())
        let isFilled = queries.state.withLock { state in
            state.note(touched)
            state.note(marked)
            state.note(changesSection.map(\.item))
            for items in retitled { state.note(items) }
            return state.filling == .filled
        }
        if isFilled { setColumns(draft, touched, marked, changesSection, zip(patch.reconfigureSections, retitled)) }
        var followed = FollowedQueries()
        if hasStacks {
            let bursts = queries.followBursts(patch, to: draft.snapshot, groups: groups)
            // A date that people set, and a clock that they mend, put a picture into another burst.
            let dated = bursts == nil ? [] : touched.union(draft.marked.marks.contains(.timeShift) ? marked : [])
            let stacks = followStacks(draft, around: dated, bursts)
            let restacked = stacks.changed.filter { draft.snapshot.contains($0) }
            patch.addReconfigures(restacked)
            queries.state.withLock { state in
                state.note(restacked)
                (state.columns.stacks, state.isBehind) = (stacks.table, true)
            }
            followed.stacks = stacks
        }
        // Without values there are results all the same, of queries that ask for none.
        guard isFilled || hasStacks else { return followed }
        followed.results = queries.follow(
            patch, to: draft.snapshot, groups: groups, versions: versions, isSilent: false)
        return followed
    }

    /// Sets the values of what a draft has changed.
    private func setColumns(
        _ draft: Draft, _ touched: Set<ItemOrdinal>, _ marked: [ItemOrdinal], _ changesSection: [Patch.Move],
        _ retitled: some Sequence<(SectionOrdinal, [ItemOrdinal])>
    ) {
        let items = touched.compactMap { ordinal -> (ItemOrdinal, Item, String)? in
            guard let path = draft.snapshot.indexPath(of: ordinal) else { return nil }
            let folder = draft.title(of: draft.snapshot.section(at: path.section))
            return (ordinal, draft.item(ordinal), folder)
        }
        let folders = draft.sectionTitles(changesSection.map(\.toAfter.section))
        let told = draft.kept.isEmpty ? [:] : toldByPeople(of: touched, draft)
        queries.state.withLock { state in
            state.isBehind = true
            for move in changesSection {
                state.columns.set(folder: folders[move.toAfter.section] ?? "", of: move.item)
            }
            for (section, items) in retitled {
                let title = draft.title(of: section)
                for item in items { state.columns.set(folder: title, of: item) }
            }
            for (ordinal, item, folder) in items {
                let said = told[ordinal] ?? ([], [])
                state.show(
                    item, folder: folder, file: source.item(item.id)?.file, of: ordinal,
                    clearing: said.before.union(said.now))
                if state.readsFiles, !said.before.subtracting(said.now).isEmpty { state.unread.insert(ordinal) }
            }
            state.columns.setMarks(draft.marked.marks, of: marked, draft.marks)
        }
    }

    /// The fields of files that people say, or hide, in the place of the files: before the draft and by it.
    private func toldByPeople(
        of items: Set<ItemOrdinal>, _ draft: Draft
    ) -> [ItemOrdinal: (before: Set<String>, now: Set<String>)] {
        func told(_ kept: KeptItem?) -> Set<String> {
            ItemFields.told.intersection((kept?.attributes.members ?? []).lazy.map(\.name))
        }
        let changed = draft.kept.filter { items.contains($0.key) }
        let before = state.withLock { state in changed.keys.map { ($0, state.kept[$0]) } }
        return before.reduce(into: [:]) { $0[$1.0] = (told($1.1), told(changed[$1.0])) }
    }

    /// Sets the fields of some items again, by what their source says now, and leads results on.
    /// - Parameters:
    ///   - items: those that the collection has not are left out.
    ///   - contents: what they show, where that was read for this.
    /// - Returns: the changes, which are visible already.
    func showFields(of items: Set<ItemOrdinal>, _ contents: [String: SourceItem] = [:]) -> PublishedChanges {
        let known = state.withLock { state in
            items.compactMap { ordinal -> (ItemOrdinal, KnownItem, String)? in
                guard let path = state.snapshot.indexPath(of: ordinal) else { return nil }
                return (
                    ordinal, state.known(of: ordinal), state.section(state.snapshot.section(at: path.section)).title
                )
            }
        }
        let shown = known.map {
            ($0, $1.item(of: source, content: contents[$1.id]), $2, (contents[$1.id] ?? source.item($1.id))?.file)
        }
        let (all, beside) = queries.state.withLock { ($0.cleared(hasFile: false), $0.cleared(hasFile: true)) }
        return followValues(of: items) { columns in
            for (ordinal, item, folder, file) in shown {
                columns.set(item, folder: folder, file: file, of: ordinal, clearing: file == nil ? all : beside)
            }
        }
    }

    /// Leads stacks and results on after values have changed that are not the collection's: what stands in files.
    /// - Returns: the changes, which are visible already.
    func followValues(of items: Set<ItemOrdinal>, _ change: (inout FieldColumns) -> Void) -> PublishedChanges {
        let (snapshot, groups, versions) = state.withLock { ($0.snapshot, $0.groups, $0.resultVersions) }
        queries.state.withLock { state in
            state.isBehind = true
            change(&state.columns)
            state.note(items)
        }
        var patch = Patch()
        patch.reconfigures = items.filter { snapshot.contains($0) }.sorted()
        var stacks: FollowedStacks?
        if let bursts = queries.followBursts(patch, to: snapshot, groups: groups) {
            let draft = Draft(of: self)
            stacks = settleStacks(draft, around: items, bursts)
        }
        let restacked = (stacks?.changed ?? []).filter { snapshot.contains($0) }.sorted()
        patch.addReconfigures(restacked)
        if let stacks {
            queries.state.withLock { state in
                state.note(restacked)
                state.columns.stacks = stacks.table
            }
        }
        let changes = queries.follow(patch, to: snapshot, groups: groups, versions: versions, isSilent: true)
        state.withLock { state in
            state.publish(changes)
            if let stacks { state.stacks = stacks.table }
        }
        return PublishedChanges(results: changes, restacked: restacked)
    }
}

/// What follows from a draft that is about to be published.
struct FollowedQueries: Sendable {
    var results: [ResultChange] = []
    /// `nil` while nobody has asked for stacks.
    var stacks: FollowedStacks?
}

extension CollectionQueries.State {
    /// The fields of attributes whose values an item loses that has no such attribute: those that its file may say keep them.
    func cleared(hasFile: Bool) -> Set<String> {
        readsFiles && hasFile ? attributeFields.subtracting(ItemFields.told) : attributeFields
    }

    /// Sets the values of an item as it is shown now. `told`: fields that its file may say, and that people have said or hidden.
    mutating func show(
        _ item: Item, folder: String, file: PictureFile?, of ordinal: ItemOrdinal, clearing told: Set<String> = []
    ) {
        // A mark that was taken back was no attribute of any item.
        columns.set(
            item, folder: folder, file: file, of: ordinal,
            clearing: cleared(hasFile: file != nil).union(Mark.names).union(told))
        for member in item.attributes.members { attributeFields.insert(member.name) }
    }
}

extension CollectionState {
    var resultVersions: [Int: Int] { results.mapValues(\.order.version) }
}

extension Draft {
    /// An item as browsers will see it once this draft is published.
    func item(_ ordinal: ItemOrdinal) -> Item {
        let known = collection.state.withLock { state -> KnownItem? in
            newItems[ordinal.rawValue] == nil ? state.known(of: ordinal) : nil
        }
        let changed = kept[ordinal]?.besideSource
        let marks = marks.isEmpty ? nil : ItemMarks(of: ordinal, in: marks)
        return KnownItem(
            id: known?.id ?? name(of: ordinal), kept: kept[ordinal] == nil ? known?.kept : changed, marks: marks,
            size: known?.size, colour: nil, duration: known?.duration, measures: known?.measures ?? PictureMeasures(),
            data: known?.data
        ).item(of: collection.source)
    }

    /// The titles of sections, by their indices.
    func sectionTitles(_ sections: some Sequence<Int>) -> [Int: String] {
        Dictionary(Set(sections).map { ($0, title(of: snapshot.section(at: $0))) }) { first, _ in first }
    }

    /// The items of sections, a list for each.
    func items(ofSections sections: [SectionOrdinal]) -> [[ItemOrdinal]] {
        sections.map { section in
            guard let index = snapshot.index(of: section) else { return [] }
            var items: [ItemOrdinal] = []
            snapshot.forEachItem(inFlat: snapshot.flatRange(ofSection: index)) { _, _, item in items.append(item) }
            return items
        }
    }

    func title(of section: SectionOrdinal) -> String {
        titles.sections[section] ?? collection.section(section).title
    }
}

extension [ItemOrdinal] {
    /// Those that are not in `others`; both ascending.
    fileprivate func subtracting(ascending others: [ItemOrdinal]) -> [ItemOrdinal] {
        if others.isEmpty { return self }
        var next = 0
        return filter { item in
            while next < others.count, others[next] < item { next += 1 }
            return next == others.count || others[next] != item
        }
    }
}
