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
    func markOriginals(
        of items: MarkedItems, in served: ServedOrder, as marks: JSONObject, options: ChangeOptions,
        completion: @escaping ChangeCompletion
    ) {
        let album = served.collection
        background.async {
            do throws(GridError) {
                let head = try album.withOpenState { (state) throws(GridError) in state.head }
                guard options.permit(head) else { throw .versionMismatch(current: head) }
                let ordinals = try Draft(of: album).ordinals(of: items, in: served.order)
                let originals = album.originals(of: ordinals)
                self.inEach(Array(originals.keys), of: album) { (id, completion) throws(GridError) in
                    try self.mark(
                        .items(originals[id] ?? []), in: id, as: marks,
                        options: ChangeOptions(idempotencyKey: options.idempotencyKey), completion: completion)
                } completion: { result in
                    completion(
                        result.map { marked in
                            if !marked.isEmpty {
                                album.note(AlbumJournal.Entry(albumVersion: head.version, marked: marked))
                            }
                            return album.unchanged
                        })
                }
            } catch {
                completion(.failure(error))
            }
        }
    }

    /// Undoes or redoes marks that were made through an album, where they are newer than its own changes.
    /// - Returns: whether this is what is undone; otherwise `completion` is not called.
    func revertMarks(
        _ direction: ChangeHistory.Direction, through album: LiveCollection, completion: @escaping ChangeCompletion
    ) -> Bool {
        guard let source = album.source as? AlbumSource else { return false }
        let (history, version) = album.state.withLock { ($0.history, $0.version) }
        guard let entry = source.journal.withLock({ $0.newest(direction, besides: history) }) else { return false }
        inEach(entry.marked.map(\.collection), of: album) { (id, completion) throws(GridError) in
            let marked = entry.marked.first { $0.collection == id }?.version
            self.submit(to: try self.collection(id), .none, completion) { (draft) throws(GridError) in
                let newest = direction == .undo ? draft.history.undoable.last : draft.history.redoable.last
                guard newest?.entry.version == marked else { throw .conflict(.markedSince) }
                return try draft.revertNewest(direction)
            }
        } completion: { result in
            completion(
                result.map { marked in
                    let reverse = AlbumJournal.Entry(albumVersion: version, marked: marked)
                    source.journal.withLock { $0.revert(direction, by: reverse) }
                    return album.unchanged
                })
        }
        return true
    }

    /// Makes a change in each of some collections.
    /// - Parameters:
    ///   - collections: their identifiers.
    ///   - album: what they are changed through.
    ///   - change: begins the change of one.
    ///   - completion: called once, with the versions that were made, or with the first refusal.
    private func inEach(
        _ collections: [String], of album: LiveCollection,
        _ change: (String, @escaping ChangeCompletion) throws(GridError) -> Void,
        completion: @escaping @Sendable (Result<[(collection: String, version: Int)], GridError>) -> Void
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
        var versions: [(collection: String, version: Int)] = []
        var failure: GridError?
    }

    private let state: Mutex<State>
    private let completion: @Sendable (Result<[(collection: String, version: Int)], GridError>) -> Void

    init(
        count: Int, _ completion: @escaping @Sendable (Result<[(collection: String, version: Int)], GridError>) -> Void
    ) {
        state = Mutex(State(open: count))
        self.completion = completion
    }

    func add(_ result: Result<CommittedChange, GridError>) {
        let all = state.withLock { state -> State? in
            state.open -= 1
            switch result {
            // What had these marks already has nothing to be undone.
            case .success(let change) where change.patch.from == change.patch.to: break
            case .success(let change): state.versions.append((change.collection, change.patch.to))
            case .failure(let error): state.failure = state.failure ?? error
            }
            return state.open == 0 ? state : nil
        }
        guard let all else { return }
        if let failure = all.failure { completion(.failure(failure)) } else { completion(.success(all.versions)) }
    }
}

extension LiveCollection {
    /// The originals of an album's items, by collection.
    fileprivate func originals(of items: [ItemOrdinal]) -> [String: [String]] {
        guard let album = source as? AlbumSource else { return [:] }
        var originals: [String: [String]] = [:]
        for name in names(of: items, after: "") {
            guard let (collection, item) = album.original(name), (try? collection.ordinal(of: item)) != nil else {
                continue
            }
            originals[collection.id, default: []].append(item)
        }
        return originals
    }

    fileprivate func note(_ entry: AlbumJournal.Entry) {
        (source as? AlbumSource)?.journal.withLock { $0.record(entry) }
    }

    /// What is returned of a change that is none of this collection's order.
    fileprivate var unchanged: CommittedChange {
        let head = head
        return CommittedChange(
            collection: id, patch: VersionedPatch(from: head.version, to: head.version, patch: Patch()),
            identities: self, stamp: head.stamp)
    }
}
