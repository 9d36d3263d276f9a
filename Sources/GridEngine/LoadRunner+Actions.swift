import CollectionModel
import Prefetching

extension LoadRunner {
    func start(_ key: LoadKey, _ token: LoadToken, _ cancellation: Cancellation, _ collection: LiveCollection) {
        let (id, revision) = collection.state.withLock { state in
            let id = state.items[key.item]
            return (id, collection.source.item(id)?.revision)
        }
        guard let revision else { return end(key, token, 0, collection, .failure(.missing)) }
        let source = collection.source
        let request = RenditionRequest(
            key: RenditionKey(
                collection: collection.id, item: id, revision: revision, width: loader.widthSteps[Int(key.rendition)])
        ) { (cancellation) throws(LoadFailure) in try source.original(of: id, cancellation: cancellation) }
        loader.load(request, cancellation: cancellation) { result in
            self.end(key, token, revision, collection, result)
        }
    }

    /// A load has ended, on whatever thread it ran.
    private func end(
        _ key: LoadKey, _ token: LoadToken, _ revision: UInt64, _ collection: LiveCollection,
        _ result: Result<Rendition, LoadFailure>
    ) {
        let (outcome, effects) = decide { state, actions in
            state.end(key, token, revision, result, now: now, actions: &actions)
        }
        if case .success(let rendition) = result { collection.note(rendition, of: ItemOrdinal(key.item)) }
        for completion in outcome.waiting { completion(result) }
        if outcome.isPublished { tellViewers(of: key, collection, result) }
        carryOut(effects)
    }

    /// Only those whose cells show or prepare the item hear of it.
    private func tellViewers(of key: LoadKey, _ collection: LiveCollection, _ result: Result<Rendition, LoadFailure>) {
        let place = collection.state.withLock { $0.snapshot.flatIndex(of: ItemOrdinal(key.item)) }
        guard let place else { return }
        let width = loader.widthSteps[Int(key.rendition)]
        var update: CellUpdate?
        for viewer in viewers.viewers(of: collection) where viewer.holds(place) {
            let news = update ?? collection.cellUpdate(of: key, imageWidth: width, result)
            update = news
            events.post(.cells([news]), to: viewer.name)
        }
    }
}

extension LoadRunner.State {
    /// What remains to be told once a load has ended.
    struct Outcome {
        var waiting: [LoadRunner.ImageCompletion]
        /// Ready or failed for good, and somebody still wants it.
        var isPublished: Bool
    }

    /// Books a scheduler's action; what has to happen outside the lock comes back.
    mutating func effect(of action: LoadAction) -> LoadRunner.Effect? {
        switch action {
        case .start(let key, let token):
            guard let collection = collections[key.collection] else { return nil }
            let cancellation = Cancellation()
            running[token] = LoadRunner.Running(key: key, cancellation: cancellation)
            return .start(key, token, cancellation, collection)
        case .cancel(_, let token):
            return running[token].map { .cancel($0.cancellation) }
        case .promote:
            return nil
        }
    }

    fileprivate mutating func end(
        _ key: LoadKey, _ token: LoadToken, _ revision: UInt64, _ result: Result<Rendition, LoadFailure>,
        now: Instant, actions: inout [LoadAction]
    ) -> Outcome {
        running[token] = nil
        let end = scheduler.loadEnded(token, result.outcome, now: now, actions: &actions)
        switch end {
        case .published:
            if case .failure(let failure) = result { note(failure, of: key, revision) } else { failures[key] = nil }
            let completions = takeWaiting(key, now: now, actions: &actions)
            return Outcome(waiting: completions, isPublished: true)
        case .willRetry:
            return Outcome(waiting: [], isPublished: false)
        case .dropped:
            // A picture that came although its load was called off still answers those who wait for it.
            guard case .success = result else { return Outcome(waiting: [], isPublished: false) }
            let completions = takeWaiting(key, now: now, actions: &actions)
            return Outcome(waiting: completions, isPublished: false)
        }
    }

    /// The held requests of a key; their demand ends.
    mutating func takeWaiting(
        _ key: LoadKey, now: Instant, actions: inout [LoadAction]
    ) -> [LoadRunner.ImageCompletion] {
        let completions = waiting.removeValue(forKey: key) ?? []
        for _ in completions { scheduler.demandEnded(key, now: now, actions: &actions) }
        return completions
    }

    private mutating func note(_ failure: LoadFailure, of key: LoadKey, _ revision: UInt64) {
        if failures.count >= LoadRunner.failureLimit { failures.removeAll() }
        failures[key] = LoadRunner.Failure(revision: revision, reason: failure.reason)
    }
}

extension Result<Rendition, LoadFailure> {
    fileprivate var outcome: LoadOutcome {
        switch self {
        case .success: .loaded
        case .failure(.cancelled): .stopped
        case .failure(.transient): .failedForNow
        case .failure(.notYet): .notYet
        case .failure(.missing), .failure(.unreadable): .failed
        }
    }
}

extension Viewer {
    fileprivate func holds(_ place: Int) -> Bool {
        state.withLock { $0.window.contains(place) }
    }
}

extension LiveCollection {
    /// Keeps a picture's size that only the load found out.
    fileprivate func note(_ rendition: Rendition, of item: ItemOrdinal) {
        state.withLock { state in
            state.measured[item] = CollectionState.PictureSize(
                width: Int32(clamping: rendition.originalWidth), height: Int32(clamping: rendition.originalHeight))
        }
    }

    fileprivate func cellUpdate(
        of key: LoadKey, imageWidth: Int, _ result: Result<Rendition, LoadFailure>
    ) -> CellUpdate {
        let item = item(ItemOrdinal(key.item))
        switch result {
        case .success:
            return CellUpdate(id: item.id, state: .ready, item: item, imageWidth: imageWidth)
        case .failure(let failure):
            return CellUpdate(id: item.id, state: .failed, imageWidth: imageWidth, error: failure.reason)
        }
    }
}

extension LoadFailure {
    /// In words for people.
    package var reason: String {
        switch self {
        case .cancelled: "The load was called off."
        case .missing: "The file is gone."
        case .unreadable(let reason), .transient(let reason), .notYet(let reason): reason
        }
    }
}
