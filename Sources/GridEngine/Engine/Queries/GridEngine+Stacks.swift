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
        if collection.state.withLock({ $0.hasStacks }) { return completion(collection.stack(of: ordinal)) }
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
            let ordinals = draft.items(chosen, meaning: meaning, folds: folds, in: served.order)
            return try draft.record(draft.restack(ordinals, as: stacking))
        }
    }

    /// Finds the stacks of an open collection, unless that was done. Blocks until they are known, and is not for the commit queue.
    func findStacks(of collection: LiveCollection) {
        collection.findingStacks.withLock { _ in
            guard !collection.state.withLock({ $0.hasStacks }) else { return }
            let draft = Draft(of: collection)
            let found = draft.allStacks()
            let installed = DispatchSemaphore(value: 0)
            commits.perform {
                let items = collection.install(found, foundAt: draft.version)
                if !items.isEmpty { self.commits.notify { $0.collection(collection, didLearnOf: items) } }
                installed.signal()
            }
            installed.wait()
        }
    }
}

/// The stack of an item with its members: the face first, then the others in the order of the collection. Of an item that is in none, the item
/// alone.
package struct StackMembers: Sendable {
    package var stack: ItemStack?
    package var items: [Item]
}

extension LiveCollection {
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
    /// - Returns: the items that are in stacks, ascending.
    fileprivate func install(_ found: StackTable, foundAt version: Int) -> [ItemOrdinal] {
        let draft = Draft(of: self)
        var stacks = found
        if let since = draft.patch(since: version) {
            let touched = since.inserts.map(\.item) + since.deletes.map(\.item) + since.reconfigures
            _ = draft.settleStacks(&stacks, around: touched)
        } else {
            stacks = draft.allStacks()
        }
        queries.state.withLock { $0.columns.stacks = stacks }
        state.withLock { ($0.stacks, $0.hasStacks) = (stacks, true) }
        return stacks.items
    }
}
