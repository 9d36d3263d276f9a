import CollectionModel
import JSONText
import Synchronization

/// A star that is given in an album is the picture's star: marks go to the originals, and come back by their changes.
extension GridEngine {
    /// Marks the originals of an album's items: one change in each of their collections. Those that are gone are left out.
    /// - Parameters:
    ///   - items: of the album, or of a result of it.
    ///   - served: the album, in the order that is meant.
    ///   - marks: the members of the request that are marks.
    ///   - options: of the changes; the condition is on the album's version.
    ///   - completion: called once, with the album as it is: its order does not change.
    fileprivate func markOriginals(
        of items: MarkedItems, in served: ServedOrder, as marks: JSONObject, options: ChangeOptions,
        completion: @escaping ChangeCompletion
    ) {
        let album = served.collection
        background.async {
            do throws(GridError) {
                let head = try album.withOpenState { (state) throws(GridError) in state.head }
                guard options.permit(head) else { throw .versionMismatch(current: head) }
                // Those of one that was broken off are completed; another request with the key is refused.
                _ = try self.changes(madeUnder: options.storedKey)
                let ordinals = try Draft(of: album).ordinals(of: items, in: served.order)
                let originals = self.originals(of: ordinals, in: album)
                var part = options.part
                part.action = AlbumAction(album: album.id, name: AlbumAction.makeName(options.idempotencyKey))
                self.inEach(Array(originals.keys), of: album) { [part] (id, completion) throws(GridError) in
                    try self.mark(.items(originals[id] ?? []), in: id, as: marks, options: part, completion: completion)
                } completion: { result in
                    completion(result.map { _ in album.unchanged })
                }
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// The action through an album that undo or redo is about; `nil` where it is the album's own history.
    fileprivate func action(
        _ direction: ChangeHistory.Direction, _ choice: ChangeHistory.Choice, through album: LiveCollection,
        for author: ChangeAuthor
    ) -> AlbumActions.One? {
        let actions = actions(through: album)
        switch choice {
        case .version: return nil
        case .action(let action): return actions[direction].last { $0.action == action }
        case .own:
            let history = album.state.withLock { $0.history }
            guard case .marks(let one) = actions.newest(direction, author, besides: history) else { return nil }
            return one
        }
    }

    /// Undoes or redoes marks that were made through an album: in each of the collections whose items they are.
    fileprivate func revert(
        _ one: AlbumActions.One, _ direction: ChangeHistory.Direction, through album: LiveCollection,
        _ options: ChangeOptions, _ completion: @escaping ChangeCompletion
    ) {
        let head = album.head
        guard options.permit(head) else { return completion(.failure(.versionMismatch(current: head))) }
        let part = options.part
        inEach(one.entries.map(\.collection.id), of: album) { (id, completion) throws(GridError) in
            self.submit(to: try self.collection(id), part, completion) { (draft) throws(GridError) in
                try draft.revert(direction, .action(one.action), of: part.author)
            }
        } completion: { result in
            completion(result.map { album.answer(to: $0) })
        }
    }

    /// Makes a change in each of some collections.
    /// - Parameters:
    ///   - collections: their identifiers.
    ///   - album: what they are changed through.
    ///   - change: begins the change of one.
    ///   - completion: called once, with the changes that were made, or with the first refusal.
    private func inEach(
        _ collections: [String], of album: LiveCollection,
        _ change: (String, @escaping ChangeCompletion) throws(GridError) -> Void,
        completion: @escaping @Sendable (Result<[CommittedChange], GridError>) -> Void
    ) {
        guard !collections.isEmpty else { return completion(.success([])) }
        let gathered = GatheredChanges(count: collections.count, completion)
        for id in collections {
            do throws(GridError) { try change(id) { gathered.add($0) } } catch { gathered.add(.failure(error)) }
        }
    }
}

/// The results of changes in several collections.
private final class GatheredChanges: Sendable {
    private struct State {
        var open: Int
        var changes: [CommittedChange] = []
        var failure: GridError?
    }

    private let state: Mutex<State>
    private let completion: @Sendable (Result<[CommittedChange], GridError>) -> Void

    init(
        count: Int, _ completion: @escaping @Sendable (Result<[CommittedChange], GridError>) -> Void
    ) {
        state = Mutex(State(open: count))
        self.completion = completion
    }

    func add(_ result: Result<CommittedChange, GridError>) {
        let all = state.withLock { state -> State? in
            state.open -= 1
            switch result {
            // Items that had these marks already have nothing to be undone.
            case .success(let change) where change.patch.from == change.patch.to: break
            case .success(let change): state.changes.append(change)
            case .failure(let error): state.failure = state.failure ?? error
            }
            return state.open == 0 ? state : nil
        }
        guard let all else { return }
        if let failure = all.failure { completion(.failure(failure)) } else { completion(.success(all.changes)) }
    }
}

extension GridEngine {
    /// The originals of an album's items, by collection.
    private func originals(of items: [ItemOrdinal], in album: LiveCollection) -> [String: [String]] {
        let byID = collections.withLock { $0.byID }
        var originals: [String: [String]] = [:]
        for name in album.names(of: items, after: "") {
            guard let reference = ItemReference(name), let collection = byID[reference.collection],
                collection.source.abilities.references == nil,
                (try? collection.ordinal(of: reference.item)) != nil
            else { continue }
            originals[collection.id, default: []].append(reference.item)
        }
        return originals
    }
}

extension LiveCollection {
    /// The answer for a change that is not one of this collection's order.
    var unchanged: CommittedChange {
        let head = head
        return CommittedChange(
            collection: id, patch: VersionedPatch(from: head.version, to: head.version, patch: Patch()),
            identities: self, stamp: head.stamp)
    }

    /// The answer to undo in an album: the album as it is, and the reverted changes in the collections of its originals.
    func answer(to changes: [CommittedChange]) -> CommittedChange {
        var answer = unchanged
        answer.reverted = describe(
            changes.compactMap { change in
                guard let reverted = change.reverted, let collection = change.identities as? LiveCollection else {
                    return nil
                }
                return (reverted, collection)
            })
        return answer
    }
}

extension Albums: MarkRedirect {
    var marks: (any MarkRedirect)? { self }

    func mark(
        _ items: MarkedItems, in served: ServedOrder, as marks: JSONObject, options: ChangeOptions,
        with engine: GridEngine, completion: @escaping GridEngine.ChangeCompletion
    ) {
        engine.markOriginals(of: items, in: served, as: marks, options: options, completion: completion)
    }

    /// Those of all collections.
    func labels(in engine: GridEngine) -> [Label] {
        let all = engine.originals.flatMap { $0.state.withLock { $0.marks }.labelsInUse }
        var names: Set<String> = []
        return all.filter { names.insert($0.name).inserted }.sorted { $0.name < $1.name }
    }

    func history(
        of collection: LiveCollection, _ own: ChangeHistory, for author: ChangeAuthor, with engine: GridEngine
    ) -> GridEngine.History {
        let actions = engine.actions(through: collection)
        var found = GridEngine.History()
        found.undo = collection.describe(actions.newest(.undo, author, besides: own), .undo, for: author)
        found.redo = collection.describe(actions.newest(.redo, author, besides: own), .redo, for: author)
        found.newest = collection.describe(actions.newest(.undo, nil, besides: own), .undo, for: author)
        return found
    }

    func revert(
        _ direction: ChangeHistory.Direction, _ choice: ChangeHistory.Choice, through collection: LiveCollection,
        _ options: ChangeOptions, with engine: GridEngine, completion: @escaping GridEngine.ChangeCompletion
    ) throws(GridError) -> Bool {
        // A repetition must not go on to the action before.
        if options.storedKey.flatMap({ engine.commits.answer(to: $0, in: collection) }) != nil { return false }
        let known = try engine.changes(madeUnder: options.storedKey)
        if !known.isEmpty {
            completion(.success(collection.answer(to: known)))
            return true
        }
        guard let action = engine.action(direction, choice, through: collection, for: options.author) else {
            return false
        }
        engine.revert(action, direction, through: collection, options, completion)
        return true
    }

    func reachNewest(
        of collection: LiveCollection, with engine: GridEngine, then body: @escaping @Sendable () -> Void
    ) {
        guard engine.store?.isShared == true else { return body() }
        let next = engine.originals.reduce(body) { next, original in
            { engine.commits.catchUp(original, then: next) }
        }
        engine.commits.catchUp(collection, then: next)
    }
}

extension AlbumAction {
    /// No name of a version.
    fileprivate static func makeName(_ key: String?) -> String {
        "a-" + (key.map { RandomName.of($0) } ?? RandomName.make())
    }
}

extension ChangeOptions {
    /// Those of a change in one of the collections that a request through an album changes. The condition is on the album.
    fileprivate var part: ChangeOptions {
        var part = self
        (part.ifVersion, part.ifStamp) = (nil, 0)
        return part
    }
}
