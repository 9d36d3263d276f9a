import CollectionModel
import CollectionQuery
import Dispatch

/// Stacks: which items are one where stacks are folded.
extension GridEngine {
    /// The stack of an item. `completion` is called once: at once where the collection's stacks are known, otherwise on another thread.
    /// - Throws: `.notFound`, `.opening`.
    package func readStack(
        of item: String, in id: String, completion: @escaping @Sendable (StackMembers) -> Void
    ) throws(GridError) {
        let collection = try served(id).collection
        let ordinal = try collection.ordinal(of: item)
        if !collection.lacksStacks { return completion(collection.stack(of: ordinal)) }
        background.async {
            self.findStacks(of: collection)
            completion(collection.stack(of: ordinal))
        }
    }

    /// Changes stacks: one change and one patch.
    /// - Parameters:
    ///   - items: those that it is about.
    ///   - id: the identifier of the collection or of a result.
    ///   - stacking: what becomes of them.
    ///   - meaning: what the items stand for; without one, cells of an order that folds stacks stand for all members where a stack is made.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`, `.unsupported` where nothing is marked. What is refused later goes to `completion`.
    package func restack(
        _ items: MarkedItems, in id: String, as stacking: Stacking, meaning: StackMeaning? = nil,
        options: ChangeOptions = .none, completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let served = try served(id)
        guard served.collection.capabilities.marks else { throw .unsupported(.marksUnsupported) }
        let folds: StackMeaning = if case .stack = stacking { .members } else { .open }
        submit(to: served.collection, since: served.shared(items.version), options, completion) {
            (draft) throws(GridError) in
            let chosen = try draft.ordinals(of: items, in: served.order)
            // A stack is one whatever is found of it.
            let ordinals = draft.items(chosen, meaning: meaning, folds: folds, in: served.order, isWhole: true)
            return try draft.record(draft.restack(ordinals, as: stacking))
        }
    }

    /// Makes bursts stacks, or no longer, or others. The collection remembers it.
    /// - Parameters:
    ///   - setting: from now on.
    ///   - id: the collection's identifier.
    ///   - completion: called once it is durable, and bursts are stacks, where the fields are known already.
    /// - Throws: `.notFound`, `.unsupported` for a result. What is refused later goes to `completion`.
    package func set(
        _ setting: BurstSetting, of id: String, completion: @escaping @Sendable (Result<Void, GridError>) -> Void
    ) throws(GridError) {
        let collection = try collection(id)
        try save(setting.saved, of: id) { result in
            guard case .success = result else { return completion(result.map { _ in }) }
            self.background.async {
                self.findStacks(of: collection)
                completion(.success(()))
            }
        }
    }

    /// Finds the stacks of an open collection, unless that was done. Blocks until they are known, and is not for the commit queue. Bursts are
    /// found once the fields are filled, which this begins.
    func findStacks(of collection: LiveCollection) {
        if collection.state.withLock({ $0.burstSetting.isOn }) { fillColumns(of: collection) }
        collection.findingStacks.withLock { _ in
            // Again where the fields were filled meanwhile: `findBursts` looks after none that nobody had found before.
            while collection.lacksStacks {
                let found = FoundStacks(of: collection)
                let installed = DispatchSemaphore(value: 0)
                commits.perform {
                    self.commits.announce(collection.install(found), of: collection)
                    installed.signal()
                }
                installed.wait()
            }
        }
    }

    /// Finds stacks again, of which somebody has asked already, where bursts are to be others. Returns at once.
    func findBursts(of collection: LiveCollection) {
        guard collection.state.withLock({ $0.hasStacks }), collection.lacksStacks else { return }
        background.async { self.findStacks(of: collection) }
    }
}

/// The stacks of a collection, found beside the commit queue.
private struct FoundStacks: Sendable {
    let draft: Draft
    let work: CollectionQueries.Work
    let bursts: BurstOrder?
    let stacks: StackTable

    init(of collection: LiveCollection) {
        let (work, columns) = collection.queries.begin()
        let draft = Draft(of: collection)
        let (gap, groups) = (collection.wantedGap, collection.state.withLock { $0.groups })
        bursts = gap.map {
            BurstOrder(gapMilliseconds: $0, of: draft.snapshot, columns: columns, groups: groups)
        }
        stacks = draft.allStacks(bursts?.runs(in: columns))
        (self.draft, self.work) = (draft, work)
    }
}

/// The stack of an item with its members: the face first, then the others in the order of the collection. Of an item that is in none, the item
/// alone.
package struct StackMembers: Sendable {
    package var stack: ItemStack?
    package var items: [Item]
}

extension LiveCollection {
    /// The longest time between two shots of a burst; `nil` where bursts are no stacks, or the fields are not known yet.
    fileprivate var wantedGap: Int64? {
        let setting = state.withLock { $0.burstSetting }
        return setting.isOn && queries.isFilled ? Int64(setting.gapMilliseconds) : nil
    }

    /// Whether stacks are to be looked for: nobody has asked for them before, or bursts are to be others.
    var lacksStacks: Bool {
        !state.withLock { $0.hasStacks } || queries.state.withLock { $0.bursts?.gapMilliseconds } != wantedGap
    }

    fileprivate func stack(of item: ItemOrdinal) -> StackMembers {
        let (stack, known) = state.withLock { state in
            let members = state.stacks.members(of: item)
            let others = members.dropFirst().map { ($0, state.snapshot.flatIndex(of: $0) ?? .max) }
                .sorted { $0.1 < $1.1 }.map(\.0)
            return (state.stack(of: item), ([members[0]] + others).map { state.known(of: $0) })
        }
        return StackMembers(stack: stack, items: known.map { $0.item(of: source) })
    }

    /// Takes over stacks that were found for an older version. On the commit queue.
    /// - Returns: the changes, which are visible already.
    fileprivate func install(_ found: FoundStacks) -> PublishedChanges {
        let draft = Draft(of: self)
        let changed = queries.end(found.work)
        let (groups, versions, before) = state.withLock {
            ($0.groups, $0.resultVersions, $0.hasStacks ? $0.stacks : nil)
        }
        let columns = queries.state.withLock { $0.columns }
        var (stacks, bursts) = (found.stacks, found.bursts)
        if var since = draft.patch(since: found.draft.version) {
            let touched = Set(since.inserts.map(\.item) + since.deletes.map(\.item) + since.reconfigures)
                .union(changed)
            since.addReconfigures(changed.filter { draft.snapshot.contains($0) })
            bursts?.follow(since, to: draft.snapshot, columns: columns, groups: groups)
            _ = draft.settleStacks(&stacks, around: touched, bursts?.runs(in: columns))
        } else {
            bursts = bursts.map {
                BurstOrder(
                    gapMilliseconds: $0.gapMilliseconds, of: draft.snapshot, columns: columns, groups: groups)
            }
            stacks = draft.allStacks(bursts?.runs(in: columns))
        }
        let restacked =
            before.map { stacks.differences(from: $0).filter { draft.snapshot.contains($0) }.sorted() } ?? stacks.items
        let (installed, order) = (stacks, bursts)
        // No result folds stacks, or is being made that does, before somebody has asked for them.
        queries.state.withLock { state in
            (state.columns.stacks, state.bursts, state.isBehind) = (installed, order, before != nil)
            if before != nil { state.note(restacked) }
        }
        var results: [ResultChange] = []
        if before != nil {
            var patch = Patch()
            patch.reconfigures = restacked
            results = queries.follow(patch, to: draft.snapshot, groups: groups, versions: versions, isSilent: true)
        }
        let published = results
        state.withLock { state in
            (state.stacks, state.hasStacks) = (installed, true)
            state.publish(published)
        }
        return PublishedChanges(results: published, restacked: restacked)
    }
}
