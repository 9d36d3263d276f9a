import CollectionModel
import Prefetching

/// Requests that are held until their picture is ready.
extension LoadRunner {
    /// One of them.
    struct Held: Sendable {
        var number: Int
        /// The revision of the content that is wanted.
        var revision: UInt64
        var completion: ImageCompletion
    }

    /// Holds a request until its picture is ready. A failure that still counts is reported at once.
    /// - Parameters:
    ///   - item: the item's ordinal.
    ///   - collection: its collection, registered.
    ///   - revision: of the content that is wanted.
    ///   - form: what is made of it.
    ///   - completion: called once, on any thread, without a lock held; with `.cancelled` after `withdraw`, `.missing` when the
    ///     collection is deleted.
    /// - Returns: the demand, for `withdraw`; `nil` when `completion` was called already.
    func demand(
        _ item: ItemOrdinal, in collection: LiveCollection, revision: UInt64, form: RenditionForm,
        completion: @escaping ImageCompletion
    ) -> PictureDemand? {
        let (answer, effects) = decide { state, actions -> Result<PictureDemand, LoadFailure> in
            if state.isClosed { return .failure(.cancelled) }
            guard state.collections[collection.number] === collection else { return .failure(.missing) }
            guard let key = key(of: item, in: collection, as: form, &state) else { return .failure(.cancelled) }
            if let failure = state.failures.failure(of: key, revision, now: now) { return .failure(failure) }
            state.lastDemand += 1
            state.waiting[key, default: []].append(
                Held(number: state.lastDemand, revision: revision, completion: completion))
            state.scheduler.demand(key, now: now, actions: &actions)
            // Failures of that time do not count any more.
            if state.scheduler.state(of: key) == .failed { state.scheduler.retry(key, now: now, actions: &actions) }
            return .success(PictureDemand(key: key, number: state.lastDemand))
        }
        carryOut(effects)
        switch answer {
        case .success(let demand): return demand
        case .failure(let failure):
            completion(.failure(failure), revision)
            return nil
        }
    }

    /// The client of a held request went away: its completion is called with `.cancelled`. Has no effect when the request was
    /// answered.
    func withdraw(_ demand: PictureDemand) {
        let (held, effects) = decide { state, actions -> Held? in
            guard let index = state.waiting[demand.key]?.firstIndex(where: { $0.number == demand.number }),
                let held = state.waiting[demand.key]?.remove(at: index)
            else { return nil }
            if state.waiting[demand.key]?.isEmpty == true { state.noneWaits(for: demand.key) }
            state.scheduler.demandEnded(demand.key, now: now, actions: &actions)
            return held
        }
        carryOut(effects)
        if let held { held.completion(.failure(.cancelled), held.revision) }
    }

    /// `nil` when too many forms are demanded that are no width step.
    private func key(
        of item: ItemOrdinal, in collection: LiveCollection, as form: RenditionForm, _ state: inout State
    ) -> LoadKey? {
        if case .width(let width) = form, let index = loader.widthSteps.firstIndex(of: width) {
            return LoadKey(collection: collection.number, item: item.rawValue, rendition: UInt16(index))
        }
        return state.demanded.key(of: item.rawValue, in: collection.number, as: form)
    }
}

extension LoadRunner.State {
    /// Takes the held requests of a key; their demand ends.
    /// - Parameters:
    ///   - key: of their picture.
    ///   - revision: of the content, where only the requests for this one are meant.
    ///   - now: the time of the event.
    ///   - actions: the actions are appended.
    /// - Returns: the requests.
    mutating func takeWaiting(
        _ key: LoadKey, revision: UInt64? = nil, now: Instant, actions: inout [LoadAction]
    ) -> [LoadRunner.Held] {
        var taken = waiting.removeValue(forKey: key) ?? []
        if let revision {
            let others = taken.filter { $0.revision != revision }
            if !others.isEmpty { waiting[key] = others }
            taken.removeAll { $0.revision != revision }
        }
        if waiting[key] == nil { noneWaits(for: key) }
        for _ in taken { scheduler.demandEnded(key, now: now, actions: &actions) }
        return taken
    }

    /// The last held request of a key was answered, or its client went away.
    mutating func noneWaits(for key: LoadKey) {
        waiting[key] = nil
        guard DemandedForms.isDemanded(key) else { return }
        demanded.remove(key)
        failures.forget(key)
    }
}

/// Names one held request, so that it can be withdrawn.
package struct PictureDemand: Sendable {
    let key: LoadKey
    let number: Int
}
