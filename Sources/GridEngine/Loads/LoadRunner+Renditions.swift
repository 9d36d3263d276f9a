import CollectionLayout
import Prefetching

/// Which rendition a cell shows, what it costs, and what is known of it.
extension LoadRunner {
    /// The known costs of a collection's pictures.
    func costs(of collection: LiveCollection, stepIndex: Int) -> PictureCosts {
        let full = LoadKey(collection: collection.number, item: 0, rendition: UInt16(stepIndex))
        return state.withLock { $0.scheduler.costs.pictures(full) }
    }

    /// Index of the width step that a cell shows: wide enough for the longer side of its frame, in device px.
    func stepIndex(for frame: Rect, pixelRatio: Double) -> Int {
        let wanted = Int((max(frame.width, frame.height) * pixelRatio).rounded(.up))
        return loader.stepIndex(forWidth: wanted)
    }

    /// The item's preview, when it is in memory.
    func preview(of item: String, _ revision: UInt64, in collection: LiveCollection) -> Rendition? {
        loader.cached(collection.rendition(of: item, revision, .preview))
    }

    /// The state of a picture that comes into the window: it is in the memory cache, or could not be made.
    /// Nothing is read from a disk: this is the serving thread.
    func known(_ key: LoadKey, _ item: SourceItem, in collection: LiveCollection) -> KnownState {
        let revision = collection.source.pictureRevision(of: item)
        let rendition = collection.rendition(of: item.id, revision, form(of: key))
        if loader.cached(rendition) != nil { return .ready }
        let failure = state.withLock { $0.failures.failure(of: key, revision, now: now) }
        return failure == nil ? .unknown : .failed
    }

    /// The rendition of a viewer's key, as `RenditionKey` names it.
    func form(of key: LoadKey) -> RenditionForm {
        key.isPreview ? .preview : .width(width(of: key))
    }

    /// The same of any key; `nil` of one that was demanded and is not any more.
    func startedForm(of key: LoadKey) -> RenditionForm? {
        DemandedForms.isDemanded(key) ? state.withLock { $0.demanded.form(of: key) } : form(of: key)
    }

    /// The key of another rendition of the same item.
    func key(_ form: RenditionForm, besides key: LoadKey) -> LoadKey {
        guard case .width(let width) = form else { return key.preview }
        return key.full(rendition: UInt16(loader.stepIndex(forWidth: width)))
    }

    /// The form that a load makes besides when it reads the whole original: a preview the full picture that is wanted of the item, or would
    /// be; a full picture its preview. What is demanded for a close look makes nothing else.
    func byProduct(of key: LoadKey, usualStepIndex: Int) -> RenditionForm? {
        guard !DemandedForms.isDemanded(key) else { return nil }
        guard key.isPreview else { return makesPreviews ? .preview : nil }
        let (wanted, isForTexel) = state.withLock { state in
            (
                loader.widthSteps.indices.first { state.scheduler.isPending(key.full(rendition: UInt16($0))) },
                !state.texelViewers.isEmpty
                    && state.scheduler.viewers(wanting: key).allSatisfy(state.texelViewers.contains)
            )
        }
        if isForTexel, wanted == nil { return nil }
        return .width(loader.widthSteps[min(wanted ?? usualStepIndex, loader.widthSteps.count - 1)])
    }

    /// The width of a full picture, in px.
    func width(of key: LoadKey) -> Int { loader.widthSteps[Int(key.rendition)] }
}

extension LiveCollection {
    /// Names a rendition of an item, after the collection that its content belongs to.
    func rendition(of item: String, _ revision: UInt64, _ form: RenditionForm) -> RenditionKey {
        let content = source.content(of: item)
        return RenditionKey(collection: content.collection, item: content.item, revision: revision, form: form)
    }
}

extension LoadRunner.State {
    /// Puts the load's state into a cell of an answer.
    func fill(_ cell: inout Cell, _ key: LoadKey) {
        cell.state = Cell.State(scheduler.state(of: key))
        if cell.state == .failed { cell.failure = failures[key]?.failure.reason }
        if key.isContent { return }
        if cell.state == .ready { cell.tier = .full }
        if cell.tier == .none, scheduler.state(of: key.preview) == .ready { cell.tier = .preview }
    }
}
