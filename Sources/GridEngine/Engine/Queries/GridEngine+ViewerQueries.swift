import CollectionModel
import CollectionQuery
import Prefetching

/// Viewers that see the result of a query.
extension GridEngine {
    package typealias ViewerCompletion = @Sendable (Result<ViewerDescription, GridError>) -> Void

    /// Creates a viewer, of a result where its settings have a query.
    /// - Parameters:
    ///   - id: the identifier of a collection or a result.
    ///   - settings: of the viewer.
    ///   - client: whose share it is counted in.
    ///   - cancellation: raised when the asker goes away.
    ///   - completion: called once, on any thread. Errors as of `createViewer` without completion, and of `openResult`.
    package func createViewer(
        of id: String, _ settings: ViewerSettings, for client: Client? = nil,
        cancellation: Cancellation = Cancellation(), completion: @escaping ViewerCompletion
    ) {
        guard let query = settings.query else { return completion(createdViewer(of: id, settings, for: client)) }
        openResult(of: id, query, for: client, cancellation: cancellation) { result in
            completion(result.flatMap { self.createdViewer(of: $0.id, settings, for: client) })
        }
    }

    private func createdViewer(
        of id: String, _ settings: ViewerSettings, for client: Client?
    ) -> Result<ViewerDescription, GridError> {
        do throws(GridError) { return .success(try createViewer(of: id, settings, for: client)) } catch {
            return .failure(error)
        }
    }

    /// Changes layout, size, policy, reach or query of a viewer.
    ///
    /// With another query, the viewer is sent the difference to what it saw as a patch event, and keeps the loads of what stays
    /// in view. Where the query fails nothing changes.
    /// - Parameters:
    ///   - id: the viewer's.
    ///   - settings: all of them.
    ///   - cancellation: raised when the asker goes away.
    ///   - completion: called once, on any thread. Errors as of `updateViewer` without completion, and of `openResult`.
    package func updateViewer(
        _ id: ViewerID, to settings: ViewerSettings, cancellation: Cancellation = Cancellation(),
        completion: @escaping ViewerCompletion
    ) {
        do throws(GridError) {
            let viewer = try findViewer(id)
            let wanted = settings.query.flatMap { $0.isEmpty ? nil : $0 }
            try check(settings)
            if wanted == query(of: viewer) { return completion(.success(try update(viewer, settings))) }
            // A viewer that drops its query gets the result of an empty one, so that its versions keep rising.
            openResult(
                of: viewer.collection.id, wanted ?? Query(), for: viewer.client, cancellation: cancellation
            ) { result in
                switch result {
                case .success(let result): self.exchange(viewer, result.id, settings, completion)
                case .failure(let error): completion(.failure(error))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// The query whose result a viewer sees; `nil` where it sees everything.
    func query(of viewer: Viewer) -> Query? {
        guard case .result(let number) = viewer.state.withLock({ $0.order }) else { return nil }
        return viewer.collection.state.withLock { $0.results[number]?.wish }
    }

    /// Has a viewer see a result in the place of what it sees, in its new settings.
    private func exchange(
        _ viewer: Viewer, _ id: String, _ settings: ViewerSettings, _ completion: @escaping ViewerCompletion
    ) {
        guard let served = results.find(id, at: clock.now) else {
            return completion(.failure(.notReady(.fieldsBeingRead)))
        }
        do throws(GridError) {
            // Not on a serving thread, nor between two changes: millions of items take their time to compare.
            try queryQueue.run(for: viewer.client) {
                let difference = OrderDifference(
                    of: viewer, to: served.order, patchLimit: self.configuration.patchLimit)
                self.commits.perform {
                    completion(self.exchange(viewer, to: served.order, of: id, settings, difference))
                }
            }
        } catch {
            completion(.failure(error))
        }
    }

    /// On the commit queue.
    private func exchange(
        _ viewer: Viewer, to order: OrderID, of id: String, _ settings: ViewerSettings, _ difference: OrderDifference
    ) -> Result<ViewerDescription, GridError> {
        // Results are dropped on this queue only.
        guard results.keep(id, for: viewer.id, at: clock.now) else { return .failure(.notReady(.fieldsBeingRead)) }
        viewer.exchange(to: order, difference, events: events) { old, new in
            OrderDifference(of: viewer, from: old, to: new, patchLimit: configuration.patchLimit)
        }
        // Removed meanwhile: nobody else leaves the result.
        guard viewers[viewer.id] != nil else {
            results.leave(viewer.id, at: clock.now)
            return .failure(.notFound(.viewer, id: viewer.id.description))
        }
        do throws(GridError) { return .success(try update(viewer, settings)) } catch { return .failure(error) }
    }
}

/// The difference between two orders of a collection, at certain versions of both.
private struct OrderDifference: Sendable {
    let versions: [Int]
    /// `nil` where it is too long: the viewer starts over.
    let patch: Patch?

    init(of viewer: Viewer, to new: OrderID, patchLimit: Int) {
        self.init(of: viewer, from: viewer.state.withLock { $0.order }, to: new, patchLimit: patchLimit)
    }

    init(of viewer: Viewer, from old: OrderID, to new: OrderID, patchLimit: Int) {
        let (before, after) = viewer.collection.state.withLock { ($0[old], $0[new]) }
        versions = [before.version, after.version]
        let change = abs(before.snapshot.numberOfItems - after.snapshot.numberOfItems)
        let isTooLong = { (count: Int) in count > patchLimit }
        guard !isTooLong(change), !Self.isFarBeyond(patchLimit, before.snapshot, after.snapshot) else {
            patch = nil
            return
        }
        let found = before.snapshot.patch(to: after.snapshot)
        patch = isTooLong(found.count) ? nil : found
    }
}

extension OrderDifference {
    /// Whether a few of millions of items say that the patch would be far too long: to compare all takes a second.
    fileprivate static func isFarBeyond(_ limit: Int, _ before: Snapshot, _ after: Snapshot) -> Bool {
        let (count, samples) = (before.numberOfItems, 256)
        guard count > 100 * limit else { return false }
        // Each sample stands for hundreds of items.
        let tolerated = 8
        var (gone, turned, last) = (0, 0, -1)
        for number in 0..<samples {
            guard let place = after.flatIndex(of: before.item(atFlat: number * (count / samples))) else {
                gone += 1
                continue
            }
            if place < last { turned += 1 }
            last = place
        }
        return gone > tolerated || turned > tolerated
    }
}

extension Viewer {
    /// Changes the order that is seen. On the commit queue: no order changes meanwhile.
    ///
    /// The result gets a new version, so that the versions that a viewer sees only go up.
    fileprivate func exchange(
        to new: OrderID, _ prepared: OrderDifference, events: EventHub,
        again: (_ old: OrderID, _ new: OrderID) -> OrderDifference
    ) {
        // Only the commit queue changes it.
        let old = state.withLock { $0.order }
        let versions = collection.state.withLock { [$0.version(of: old), $0.version(of: new)] }
        let difference = versions == prepared.versions ? prepared : again(old, new)
        let next = collection.queries.state.withLock { $0.nextVersion() }
        state.withLock { state in
            collection.state.withLock { collection in
                collection[new].log.append(VersionedPatch(from: versions[1], to: next, patch: Patch()))
                collection[new].version = next
            }
            state.order = new
            noteWindow()
            state.forgetFrames()
            state.exchange = difference.patch.map { VersionedPatch(from: versions[0], to: next, patch: $0) }
            if let exchange = state.exchange {
                let change = CommittedChange(collection: collection.id, patch: exchange, identities: collection)
                events.post(.patch(change), to: id)
            } else {
                events.post(.reset(version: next), to: id)
            }
        }
    }
}
