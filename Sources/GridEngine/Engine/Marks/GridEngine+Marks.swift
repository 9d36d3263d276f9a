import CollectionModel
import JSONText

/// The items of a marking.
package enum MarkedItems: Sendable {
    /// Identifiers.
    case items([String])
    /// Flat indices in a version, ascending, not overlapping: of the collection, or of a result of it.
    case ranges([Range<Int>], version: Int)

    /// The version that is named.
    var version: Int? { if case .ranges(_, let version) = self { version } else { nil } }
}

extension GridEngine {
    /// Marks items: one change and one patch, however many they are.
    ///
    /// Ranges may be of an older version, as long as no item has moved since.
    /// - Parameters:
    ///   - items: those that are marked.
    ///   - id: the identifier of the collection or of a result.
    ///   - marks: the members of the request that are marks.
    ///   - meaning: what the items stand for; without one, cells of an order that folds stacks stand for what `StackMeaning.folded` says.
    ///   - sharpest: how many of the pictures are marked, the sharpest; `nil` for all. Then, cells stand for all that is found of their stacks.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`, `.invalid`, `.unsupported`. What is refused later goes to `completion`.
    /// - Complexity: O(k) for k items, and O(k log k) where their order is not that of their ordinals.
    package func mark(
        _ items: MarkedItems, in id: String, as marks: JSONObject, meaning: StackMeaning? = nil,
        sharpest: Int? = nil, options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let served = try served(id)
        let marking = try Marking(marks, at: "", of: served.collection.source.capabilities)
        if let redirect = markRedirect(of: served.collection) {
            guard sharpest == nil else { throw .unsupported(.sharpestElsewhere) }
            return redirect.mark(items, in: served, as: marks, options: options, with: self, completion: completion)
        }
        submit(to: served.collection, since: served.shared(items.version), options, completion) {
            (draft) throws(GridError) in
            let chosen = try draft.ordinals(of: items, in: served.order)
            var ordinals = draft.items(
                chosen, meaning: meaning, folds: sharpest == nil ? .folded : .members, in: served.order)
            if let sharpest { ordinals = try draft.sharpest(sharpest, of: ordinals) }
            return try draft.record(draft.mark(ordinals, as: marking))
        }
    }

    /// The marks that people gave items, by identifier: as attributes, `null` where one was taken away. Items that nobody ever marked are
    /// left out, and so are those that the collection never had. O(1) for each.
    /// - Throws: `.notFound`, `.opening`.
    package func marks(ofItems items: [String], in id: String) throws(GridError) -> [String: JSONObject] {
        let collection = try served(id).collection
        collection.settleNames()
        var found: [String: JSONObject] = [:]
        // In parts: others wait for the lock.
        for start in stride(from: 0, to: items.count, by: 4096) {
            let part = items[start..<min(start + 4096, items.count)]
            let (ordinals, marks) = try collection.withOpenState { (state) throws(GridError) in
                (part.map { state.items.ordinal(of: $0) }, state.marks)
            }
            for (item, ordinal) in zip(part, ordinals) {
                guard let ordinal else { continue }
                found[item] = ItemMarks(of: ItemOrdinal(rawValue: ordinal), in: marks)?.patch
            }
        }
        return found
    }

    /// The labels that items of a collection have, with their colours.
    /// - Throws: `.notFound`, `.opening`.
    package func labels(of id: String) throws(GridError) -> [Label] {
        let collection = try served(id).collection
        // A copy: millions of marks are looked at without the lock.
        let marks = try collection.withOpenState { (state) throws(GridError) in state.marks }
        return markRedirect(of: collection)?.labels(in: self) ?? marks.labelsInUse
    }
}

extension Draft {
    /// - Throws: `.notFound`, `.invalid`; `.conflict` where items have moved since the version of ranges.
    func ordinals(of items: MarkedItems, in order: OrderID) throws(GridError) -> [ItemOrdinal] {
        switch items {
        case .items(let names):
            var seen: Set<ItemOrdinal> = []
            var ordinals: [ItemOrdinal] = []
            for name in names {
                let ordinal = try ordinal(of: name)
                if seen.insert(ordinal).inserted { ordinals.append(ordinal) }
            }
            return ordinals
        case .ranges(let ranges, let version):
            let snapshot = try snapshot(of: order, inVersion: version)
            try snapshot.check(ranges)
            var ordinals: [ItemOrdinal] = []
            ordinals.reserveCapacity(ranges.reduce(0) { $0 + $1.count })
            for range in ranges { snapshot.forEachItem(inFlat: range) { _, _, item in ordinals.append(item) } }
            return ordinals
        }
    }

    /// An order whose items are where they were in a version.
    private func snapshot(of order: OrderID, inVersion older: Int) throws(GridError) -> Snapshot {
        guard case .result(let number) = order else {
            if older == version || patch(since: older)?.changesNoOrder == true { return snapshot }
            throw .conflict(.selectionOutdated(older, newest: version))
        }
        guard let result = collection.state.withLock({ $0.results[number]?.order }) else {
            throw .conflict(.changeInapplicable)
        }
        if older == result.version || result.log.patch(from: older)?.patch.changesNoOrder == true {
            return result.snapshot
        }
        throw .conflict(.selectionOutdated(older, newest: result.version))
    }
}

/// Takes the marks of a collection's items where they belong to items of other collections, as those of an album's items belong to
/// their originals. What takes them also undoes and redoes them.
protocol MarkRedirect: Sendable {
    /// Marks the items that others stand for.
    /// - Parameters:
    ///   - items: of the collection, or of a result of it.
    ///   - served: the collection, in the order that is meant.
    ///   - marks: the members of the request that are marks; they are valid.
    ///   - options: of the changes; the condition is on the collection's version.
    ///   - engine: that of all these collections.
    ///   - completion: called once, with the collection as it is: its order does not change.
    func mark(
        _ items: MarkedItems, in served: ServedOrder, as marks: JSONObject, options: ChangeOptions,
        with engine: GridEngine, completion: @escaping GridEngine.ChangeCompletion)

    /// The labels that the items may have.
    func labels(in engine: GridEngine) -> [Label]

    /// The changes that `author` can undo and redo, marks that were made through the collection included. `own` is the history of the collection
    /// itself.
    func history(
        of collection: LiveCollection, _ own: ChangeHistory, for author: ChangeAuthor, with engine: GridEngine
    ) -> GridEngine.History

    /// Undoes or redoes marks that were made through the collection.
    /// - Returns: `false` where it is the turn of the collection's own history; then `completion` is not called.
    func revert(
        _ direction: ChangeHistory.Direction, _ choice: ChangeHistory.Choice, through collection: LiveCollection,
        _ options: ChangeOptions, with engine: GridEngine, completion: @escaping GridEngine.ChangeCompletion
    ) throws(GridError) -> Bool

    /// Calls `body` once this server knows what others have done to the collection, and to those that its marks go to.
    func reachNewest(
        of collection: LiveCollection, with engine: GridEngine, then body: @escaping @Sendable () -> Void)
}
