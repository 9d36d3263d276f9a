import CollectionModel
import Prefetching

extension LoadRunner {
    func start(_ key: LoadKey, _ token: LoadToken, _ cancellation: Cancellation, _ collection: LiveCollection) {
        let (id, revision, usualStepIndex) = collection.state.withLock { state in
            let id = state.items[key.item]
            let listed = state.revision(of: ItemOrdinal(key.item))
            let revision = collection.source.item(id, listed: listed).map { collection.source.pictureRevision(of: $0) }
            return (id, revision, state.usualStepIndex)
        }
        guard let revision else { return end(key, token, 0, nil, collection, .failure(.missing)) }
        guard let form = startedForm(of: key) else {
            return end(key, token, revision, nil, collection, .failure(.cancelled))
        }
        note(.loadBegan, key, token, collection)
        let (source, clock) = (collection.source, clock)
        let end = now + (state.withLock { $0.scheduler.timeLeft(of: token, now: now) } ?? .zero)
        var request = RenditionRequest(key: collection.rendition(of: id, revision, form)) {
            (cancellation) throws(LoadFailure) in
            try source.original(of: id, timeLeft: end - clock.now, cancellation: cancellation)
        }
        if key.isPreview {
            request.smallOriginal = { (cancellation) throws(LoadFailure) in
                try source.smallOriginal(of: id, cancellation: cancellation)
            }
        }
        let byProduct = byProduct(of: key, usualStepIndex: usualStepIndex)
        request.byProduct = byProduct
        request.whenSlow = { self.giveLoaderAway(of: token) }
        loader.load(request, cancellation: cancellation) { result in
            self.end(key, token, revision, byProduct, collection, result)
        }
    }

    /// A load takes long: the next one begins in its place.
    func giveLoaderAway(of token: LoadToken) {
        let effects = decide { state, actions in
            state.scheduler.loadIsSlow(token, now: now, actions: &actions)
        }.effects
        carryOut(effects)
    }

    /// A load has ended. Called on any thread. `byProduct` is what it would have made besides, from the whole original.
    private func end(
        _ key: LoadKey, _ token: LoadToken, _ revision: UInt64, _ byProduct: RenditionForm?,
        _ collection: LiveCollection, _ result: Result<LoadedRendition, LoadFailure>
    ) {
        var load = EndedLoad(key: key, token: token, revision: revision, result: result.map(\.rendition))
        load.outcome = result.outcome
        // A close look says nothing of what the pictures of cells cost.
        load.isFromSource = !DemandedForms.isDemanded(key) && result.success?.isFromSource ?? true
        if let byProduct { load.comparable = self.key(byProduct, besides: key) }
        if let made = result.success?.byProduct {
            load.byProduct = (self.key(made.form, besides: key), made.rendition)
        }
        let item = ItemOrdinal(key.item)
        let preview = load.preview
        let held = preview == nil ? nil : texelHolder(of: item, in: collection)
        if let held { held.collection.texels.announce(held.item) }
        // Before anyone can learn that it is loaded: cells that say so have their colour.
        for (key, rendition) in load.made { collection.note(rendition, of: key, revision) }
        let (reports, effects) = decide { state, actions in state.end(load, now: now, actions: &actions) }
        var updates: [ViewerID: [CellUpdate]] = [:]
        for report in reports {
            if let step = report.step { note(step, report.key, token, collection) }
            for held in report.held { held.completion(report.result, revision) }
            updates.merge(self.updates(for: report, collection)) { $0 + $1 }
        }
        carryOut(effects, updates: updates)
        // Last, as it writes to the disk of the cache: no picture waits for that.
        guard let preview, let held else { return }
        held.collection.texels.note(preview, of: held.item, revision, in: held.collection)
        held.collection.texels.withdraw(held.item)
    }

    /// Sends viewers their updates, and which loads of what they show begin: a page may request those pictures now, since
    /// the request waits no longer than it must and delays no other.
    func notify(_ effects: [LoadEffect], _ updates: [ViewerID: [CellUpdate]]) {
        var updates = updates
        for case .start(let key, _, _, let collection, let viewers) in effects where !viewers.isEmpty {
            let update = CellUpdate(id: collection.itemID(ItemOrdinal(key.item)), state: .loading)
            for viewer in viewers { updates[viewer, default: []].append(update) }
        }
        for case .startContents(let contents) in effects {
            for (load, viewers) in zip(contents.loads, contents.viewers) where !viewers.isEmpty {
                let update = CellUpdate(id: contents.collection.itemID(ItemOrdinal(load.key.item)), state: .loading)
                for viewer in viewers { updates[viewer, default: []].append(update) }
            }
        }
        for (viewer, cells) in updates { events.post(.cells(cells), to: viewer) }
    }

    /// For the viewers that want the item; one that only holds its cell gets the update once it wants it. Previews are posted
    /// by themselves.
    private func updates(for report: LoadReport, _ collection: LiveCollection) -> [ViewerID: [CellUpdate]] {
        guard !report.viewers.isEmpty else { return [:] }
        if report.key.isPreview {
            // A preview that cannot be made is not reported: the full picture will say why.
            guard case .success(let rendition) = report.result else { return [:] }
            let item = ItemOrdinal(report.key.item)
            let preview = PreviewPicture(
                item: collection.itemID(item), ordinal: item, bytes: rendition.bytes, colour: rendition.colour)
            for viewer in report.viewers {
                events.post([preview], to: viewer, arePicturesMade: report.viewersOfPicture.contains(viewer))
            }
            return [:]
        }
        let known = collection.state.withLock { $0.known(of: ItemOrdinal(report.key.item)) }
        let update = CellUpdate(
            known, of: collection.source, imageWidth: width(of: report.key), failure: report.result.failure?.reason)
        return Dictionary(report.viewers.map { ($0, [update]) }) { first, _ in first }
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
        case .failure(let failure): failure.outcome
        }
    }
}

extension LoadFailure {
    /// The result for the scheduler.
    var outcome: LoadOutcome {
        switch self {
        case .cancelled: .stopped
        case .transient: .failedForNow
        case .busy(_, let pause): .busy(pause: pause)
        case .exhausted: .exhausted
        case .notYet: .notYet
        case .missing, .unreadable, .unavailable: .failed
        }
    }
}

extension LiveCollection {
    /// Keeps what only the load could find out: a picture's size and measures, the colour behind it, and whether it is damaged. Content that
    /// has changed meanwhile has others.
    package func note(_ rendition: Rendition, of key: LoadKey, _ revision: UInt64) {
        let (item, measures) = (ItemOrdinal(key.item), rendition.measures)
        state.withLock { state in
            guard shows(revision, of: item, state) else { return }
            if let colour = rendition.colour { state.colours[item] = colour }
            if rendition.isDamaged { state.damaged.insert(item) }
            state.measures.note(measures, of: item)
            if key.isPreview { return }
            let size = CollectionState.PictureSize(
                width: Int32(clamping: rendition.originalWidth), height: Int32(clamping: rendition.originalHeight))
            guard state.measured[item] != size else { return }
            state.hasNewShapes = state.hasNewShapes || state.measured[item] == nil
            state.measured[item] = size
            state.unsettledSizes.insert(item)
        }
    }
}

extension CellUpdate {
    /// A picture that is ready, or failed for a reason.
    init(_ known: KnownItem, of source: ServedSource, imageWidth: Int, failure reason: Reason?) {
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
        case .unreadable(let reason), .unavailable(let reason, _), .transient(let reason), .exhausted(let reason),
            .busy(let reason, _), .notYet(let reason):
            reason
        }
    }
}

extension LoadRunner {
    /// Reports a load's step to the dashboards that watch; costs nothing when there are none.
    func note(
        _ kind: LifecycleStep.Kind, _ key: LoadKey, _ token: LoadToken, _ collection: LiveCollection,
        batch: LoadToken? = nil
    ) {
        guard lifecycle.isHeard else { return }
        let (id, flat) = collection.state.withLock {
            ($0.items[key.item], $0.snapshot.flatIndex(of: ItemOrdinal(rawValue: key.item)))
        }
        lifecycle.note(
            LifecycleStep(
                kind: kind, time: clock.now, item: id, flat: flat, load: token.rawValue, batch: batch?.rawValue,
                isPreview: key.isPreview, isContent: key.isContent),
            in: collection)
    }
}
