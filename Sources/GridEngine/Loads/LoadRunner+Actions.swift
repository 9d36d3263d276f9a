import CollectionModel
import Prefetching

extension LoadRunner {
    func start(_ key: LoadKey, _ token: LoadToken, _ cancellation: Cancellation, _ collection: LiveCollection) {
        let (id, revision, usualStepIndex) = collection.state.withLock { state in
            let id = state.items[key.item]
            return (id, collection.source.item(id)?.revision, state.usualStepIndex)
        }
        guard let revision else { return end(key, token, 0, collection, .failure(.missing)) }
        note(.loadBegan, key, token, collection)
        let (source, clock) = (collection.source, clock)
        let end = now + (state.withLock { $0.scheduler.timeLeft(of: token, now: now) } ?? .zero)
        var request = RenditionRequest(
            key: RenditionKey(collection: collection.id, item: id, revision: revision, form: form(of: key))
        ) { (cancellation) throws(LoadFailure) in
            try source.original(of: id, timeLeft: end - clock.now, cancellation: cancellation)
        }
        if key.isPreview {
            request.smallOriginal = { (cancellation) throws(LoadFailure) in
                try source.smallOriginal(of: id, cancellation: cancellation)
            }
        }
        request.byProduct = byProduct(of: key, usualStepIndex: usualStepIndex)
        request.whenSlow = { self.giveLoaderAway(of: token) }
        loader.load(request, cancellation: cancellation) { result in
            self.end(key, token, revision, collection, result)
        }
    }

    /// A load takes long: the next one begins in its place.
    private func giveLoaderAway(of token: LoadToken) {
        let effects = decide { state, actions in
            state.scheduler.loadIsSlow(token, now: now, actions: &actions)
        }.effects
        carryOut(effects)
    }

    /// A load has ended. Called on any thread.
    private func end(
        _ key: LoadKey, _ token: LoadToken, _ revision: UInt64, _ collection: LiveCollection,
        _ result: Result<LoadedRendition, LoadFailure>
    ) {
        var made: [(key: LoadKey, result: Result<Rendition, LoadFailure>)] = [(key, result.map(\.rendition))]
        if let byProduct = result.success?.byProduct {
            made.append((self.key(byProduct.form, besides: key), .success(byProduct.rendition)))
        }
        let byProduct = made.count > 1 ? made[1].key : nil
        // Before anybody can learn that it is loaded: cells that say so have their colour.
        for case (let key, .success(let rendition)) in made { collection.note(rendition, of: key) }
        let (outcome, effects) = decide { state, actions in
            state.end(key, token, revision, result, byProduct, now: now, actions: &actions)
        }
        note(outcome.step, key, token, collection)
        if let byProduct { note(.loadEnded, byProduct, token, collection) }
        var updates: [ViewerID: [CellUpdate]] = [:]
        for (made, outcome) in zip(made, [outcome.asked, outcome.byProduct]) {
            for completion in outcome.waiting { completion(made.result) }
            let more = self.updates(for: outcome.viewers, of: made.key, collection, made.result)
            updates.merge(more) { $0 + $1 }
        }
        carryOut(effects, updates: updates)
    }

    /// Sends viewers their updates, and which loads of what they show begin: a page may request those pictures now, since
    /// the request waits no longer than it must and delays no other.
    func notify(_ effects: [LoadEffect], _ updates: [ViewerID: [CellUpdate]]) {
        var updates = updates
        for case .start(let key, _, _, let collection, let viewers) in effects where !viewers.isEmpty {
            let update = CellUpdate(id: collection.itemID(ItemOrdinal(key.item)), state: .loading)
            for viewer in viewers { updates[viewer, default: []].append(update) }
        }
        for (viewer, cells) in updates { events.post(.cells(cells), to: viewer) }
    }

    /// For the viewers that want the item; one that only holds its cell gets the update once it wants it. Previews are posted
    /// by themselves.
    private func updates(
        for viewers: [ViewerID], of key: LoadKey, _ collection: LiveCollection, _ result: Result<Rendition, LoadFailure>
    ) -> [ViewerID: [CellUpdate]] {
        guard !viewers.isEmpty else { return [:] }
        if key.isPreview {
            // A preview that cannot be made is not reported: the full picture will say why.
            guard case .success(let rendition) = result else { return [:] }
            let item = ItemOrdinal(key.item)
            let preview = PreviewPicture(
                item: collection.itemID(item), ordinal: item, bytes: rendition.bytes, colour: rendition.colour)
            for viewer in viewers { events.post([preview], to: viewer) }
            return [:]
        }
        let known = collection.state.withLock { $0.known(of: ItemOrdinal(key.item)) }
        let update = CellUpdate(
            known, of: collection.source, imageWidth: width(of: key), failure: result.failure?.reason)
        return Dictionary(viewers.map { ($0, [update]) }) { first, _ in first }
    }

}

extension LoadRunner.State {
    /// What remains to be reported once a load has ended.
    struct Outcome {
        /// Of one rendition: the held requests, and the viewers that hear of it.
        struct Report {
            var waiting: [LoadRunner.ImageCompletion] = []
            var viewers: [ViewerID] = []
        }

        var asked = Report()
        var byProduct = Report()
        var step: LifecycleStep.Kind
    }

    /// Records a scheduler's action.
    /// - Returns: what has to happen outside the lock.
    mutating func effect(of action: LoadAction) -> LoadEffect? {
        switch action {
        case .start(let key, let token):
            guard let collection = collections[key.collection] else { return nil }
            let cancellation = Cancellation()
            cancellations[token] = cancellation
            let viewers = !key.isPreview && scheduler.isVisible(key) ? scheduler.viewers(wanting: key) : []
            return .start(key, token, cancellation, collection, viewers)
        case .cancel(let key, let token):
            return cancellations[token].map { .cancel(key, token, $0) }
        case .promote(let key, let token):
            return collections[key.collection].map { .promote(key, token, $0) }
        }
    }

    fileprivate mutating func end(
        _ key: LoadKey, _ token: LoadToken, _ revision: UInt64, _ result: Result<LoadedRendition, LoadFailure>,
        _ byProduct: LoadKey?, now: Instant, actions: inout [LoadAction]
    ) -> Outcome {
        cancellations[token] = nil
        let end = scheduler.loadEnded(
            token, result.outcome, byProduct: byProduct, isFromSource: result.success?.isFromSource ?? true, now: now,
            actions: &actions)
        var outcome = Outcome(step: .loadEnded)
        switch end {
        case .published:
            if case .failure(let failure) = result {
                note(failure, of: key, revision)
                outcome.step = .loadFailed
            } else {
                failures[key] = nil
            }
            outcome.asked = Outcome.Report(
                waiting: takeWaiting(key, now: now, actions: &actions), viewers: scheduler.viewers(wanting: key))
        case .willRetry:
            outcome.step = .loadWillRetry
        case .dropped:
            outcome.step = .loadCancelled
            // A picture that arrives although its load was cancelled still answers the requests that wait for it.
            if case .success = result { outcome.asked.waiting = takeWaiting(key, now: now, actions: &actions) }
        }
        if let byProduct { outcome.byProduct = take(byProduct, of: key, now: now, actions: &actions) }
        return outcome
    }

    /// A preview goes to those who want the full picture, too: they have no want of their own for it.
    private mutating func take(
        _ byProduct: LoadKey, of key: LoadKey, now: Instant, actions: inout [LoadAction]
    ) -> Outcome.Report {
        failures[byProduct] = nil
        var viewers = scheduler.viewers(wanting: byProduct)
        if byProduct.isPreview { viewers += scheduler.viewers(wanting: key).filter { !viewers.contains($0) } }
        return Outcome.Report(waiting: takeWaiting(byProduct, now: now, actions: &actions), viewers: viewers)
    }

    /// The held requests of a key; their demand ends.
    mutating func takeWaiting(
        _ key: LoadKey, now: Instant, actions: inout [LoadAction]
    ) -> [LoadRunner.ImageCompletion] {
        let held = waiting.removeValue(forKey: key) ?? []
        for _ in held { scheduler.demandEnded(key, now: now, actions: &actions) }
        return held.map(\.completion)
    }

    private mutating func note(_ failure: LoadFailure, of key: LoadKey, _ revision: UInt64) {
        if failures.count >= LoadRunner.failureLimit { failures.removeAll() }
        failures[key] = LoadRunner.Failure(revision: revision, reason: failure.reason)
    }
}

extension Result<Rendition, LoadFailure> {
    fileprivate var failure: LoadFailure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}

extension Result<LoadedRendition, LoadFailure> {
    fileprivate var success: LoadedRendition? { try? get() }

    fileprivate var outcome: LoadOutcome {
        switch self {
        case .success: .loaded
        case .failure(.cancelled): .stopped
        case .failure(.transient): .failedForNow
        case .failure(.busy(_, let pause)): .busy(pause: pause)
        case .failure(.notYet): .notYet
        case .failure(.missing), .failure(.unreadable): .failed
        }
    }
}

extension LiveCollection {
    /// Keeps what only the load could find out: a picture's size, and the colour behind it.
    fileprivate func note(_ rendition: Rendition, of key: LoadKey) {
        let item = ItemOrdinal(key.item)
        state.withLock { state in
            if let colour = rendition.colour { state.colours[item] = colour }
            if key.isPreview { return }
            state.hasNewShapes = state.hasNewShapes || state.measured[item] == nil
            state.measured[item] = CollectionState.PictureSize(
                width: Int32(clamping: rendition.originalWidth), height: Int32(clamping: rendition.originalHeight))
        }
    }
}

extension CellUpdate {
    /// A picture that is ready, or failed for a reason.
    init(_ known: KnownItem, of source: any ItemSource, imageWidth: Int, failure reason: Reason?) {
        if let reason {
            self.init(id: known.id, state: .failed, imageWidth: imageWidth, failure: reason)
        } else {
            self.init(
                id: known.id, state: .ready, item: known.item(of: source), imageWidth: imageWidth, colour: known.colour)
        }
    }
}

extension LoadFailure {
    package var reason: Reason {
        switch self {
        case .cancelled: .loadCancelled
        case .missing: .fileMissing
        case .unreadable(let reason), .transient(let reason), .busy(let reason, _), .notYet(let reason): reason
        }
    }
}
