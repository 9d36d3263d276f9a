import CollectionLayout
import CollectionQuery
import Prefetching

/// The settings that a browser sends for a new viewer, or changes of one.
package struct ViewerSettings: Sendable {
    package var layout: LayoutDescription
    /// CSS px.
    package var width: Double
    package var height: Double
    package var pixelRatio: Double
    package var policy: PrefetchPolicy
    /// How far ahead it looks, as a multiple of the policy's own measure.
    package var reach: Double
    /// The query that it shows; the whole collection in its own order with `nil`.
    package var query: Query?
    /// The author of the page's changes: the viewer hears what became of them.
    package var author = ChangeAuthor.nobody

    package init(
        layout: LayoutDescription, width: Double, height: Double, pixelRatio: Double = 1,
        policy: PrefetchPolicy = .standard, reach: Double = 1, query: Query? = nil
    ) {
        self.query = query
        self.layout = layout
        self.width = width
        self.height = height
        self.pixelRatio = pixelRatio
        self.policy = policy
        self.reach = reach
    }
}

/// The answer to a browser that makes a viewer.
package struct ViewerDescription: Sendable {
    package var viewer: ViewerID
    package var collection: String
    /// The result that it sees, in the place of the collection's own order.
    package var result: String?
    package var version: Int
    package var contentSize: Size
    package var itemCount: Int
    /// Items of folded stacks that have no cell.
    package var foldedCount: Int
    package var settings: ViewerSettings
    /// False while the collection is being read for the first time: a `reset` event follows when it is open.
    package var isOpen: Bool
    /// The number to subscribe to events after.
    package var lastEventID: Int
    /// Whether changes wait or are refused because the store cannot be reached. Later events say when that ends.
    package var isStoreAway: Bool
}

extension GridEngine {
    /// Lengths in CSS px that make sense for a window.
    static let lengths = 1.0...100_000.0
    static let pixelRatios = 0.25...8.0

    /// Creates a viewer of a collection or a result, in the share of `client`. The query of its settings is not looked at.
    /// - Throws: `.notFound` when there is neither, `.invalid` for settings out of range, `.tooMany`, `.shareUsed`.
    package func createViewer(
        of id: String, _ settings: ViewerSettings, for client: Client? = nil
    ) throws(GridError) -> ViewerDescription {
        let served = try served(id)
        try check(settings)
        let viewer = Viewer(
            id: .random(), collection: served.collection, client: client, author: settings.author.id,
            state: Viewer.State(
                order: served.order, layout: settings.layout, width: settings.width, height: settings.height,
                pixelRatio: settings.pixelRatio, lastSeen: clock.now,
                motion: ViewerMotion(policy: settings.policy, reach: settings.reach)))
        if served.order != .own, !results.keep(id, for: viewer.id, at: clock.now) {
            throw .notFound(.collection, id: id)
        }
        // Before another thread can remove it.
        events.open(viewer.id)
        do throws(GridError) {
            try addInTurn(viewer)
        } catch {
            events.close(viewer.id)
            results.leave(viewer.id, at: clock.now)
            throw error
        }
        let description = describe(viewer)
        for change in viewers.returned.take(for: viewer) { events.post(change.event, to: viewer.id) }
        return description
    }

    /// Adds a viewer. Where there is no place, it replaces one that nobody listens to: a page opens its stream at once, so a
    /// client that only creates viewers replaces its own.
    /// - Throws: `.tooMany`, `.shareUsed`.
    private func addInTurn(_ viewer: Viewer) throws(GridError) {
        while let refusal = viewers.add(viewer) {
            let unheard = viewers.longestUnheard(refusal, at: clock.now) { events.hasLine($0.id) }
            guard let unheard else { throw refusal.error(.viewers) }
            // Fails when another thread has just removed it.
            guard (try? removeViewer(unheard.id)) != nil else { continue }
            return viewers.insert(viewer)
        }
    }

    /// - Throws: `.notFound` when there is no such viewer.
    package func viewer(_ id: ViewerID) throws(GridError) -> ViewerDescription {
        describe(try findViewer(id))
    }

    /// Up to a hundred viewers, the most recently active first.
    package func viewerDescriptions() -> [ViewerDescription] {
        let byLastSeen = viewers.all.map { (viewer: $0, lastSeen: $0.state.withLock { $0.lastSeen }) }
        return byLastSeen.sorted { $0.lastSeen > $1.lastSeen }.prefix(100).map { describe($0.viewer) }
    }

    /// Changes layout, size, policy or reach. The browser requests its cells again with its next range event.
    /// - Throws: `.notFound` when there is no such viewer, `.invalid` for settings out of range, what `change` throws.
    package func updateViewer(
        _ id: ViewerID, _ change: (inout ViewerSettings) throws(GridError) -> Void
    ) throws(GridError) -> ViewerDescription {
        let viewer = try findViewer(id)
        var settings = describe(viewer).settings
        try change(&settings)
        try check(settings)
        return try update(viewer, settings)
    }

    /// Applies settings that were checked, all but the query.
    func update(_ viewer: Viewer, _ settings: ViewerSettings) throws(GridError) -> ViewerDescription {
        let hasNewPlan = viewer.state.withLock { state in
            let isSameView = state.layout == settings.layout && state.width == settings.width
            let isSamePlan = state.motion.policy == settings.policy && state.motion.reach == settings.reach
            state.layout = settings.layout
            state.width = settings.width
            state.height = settings.height
            state.pixelRatio = settings.pixelRatio
            state.motion.policy = settings.policy
            state.motion.reach = settings.reach
            state.forgetFrames()
            return isSameView && !isSamePlan
        }
        if hasNewPlan { try planAgain(viewer) }
        return describe(viewer)
    }

    /// Has the loads of a viewer follow its new policy at once: a page at rest sends nothing until it scrolls again.
    private func planAgain(_ viewer: Viewer) throws(GridError) {
        let version = viewer.version
        let event = viewer.state.withLock { state -> RangeEvent? in
            guard let last = state.motion.last else { return nil }
            // The page's last event again, not as a late one.
            state.lastSequence -= 1
            return RangeEvent(
                sequence: state.lastSequence + 1, version: version,
                visible: .rect(Rect(x: 0, y: last.offset, width: state.width, height: last.viewportHeight)),
                velocity: last.velocity, phase: last.phase, decay: last.decay, end: last.end,
                have: state.window.isEmpty ? nil : state.window.lowerBound...state.window.upperBound - 1)
        }
        if let event { _ = try range(viewer.id, event) }
    }

    /// Cancels the viewer's loads and closes its streams.
    /// - Throws: `.notFound` when there is no such viewer.
    package func removeViewer(_ id: ViewerID) throws(GridError) {
        guard let viewer = viewers.remove(id) else { throw .notFound(.viewer, id: id.description) }
        loads.leave(viewer)
        texels.look(at: .nothing, from: viewer)
        events.close(id)
        results.leave(id, at: clock.now)
    }

    /// Removes viewers and movements that have been inactive for too long. To be called about every second.
    package func expire() {
        let now = clock.now
        for viewer in viewers.all {
            let lastSeen = viewer.state.withLock { $0.lastSeen }
            if now - lastSeen > configuration.viewerTimeout && !events.hasLine(viewer.id) {
                try? removeViewer(viewer.id)
            }
        }
        movements.withLock { movements in
            movements.removeAll { now - $0.lastSeen > configuration.movementTimeout }
        }
        expireResults()
        readWaitingInTime()
        settleSizes()
        settleMeasures()
        settleShapes()
        loads.tick()
        for feature in features { feature.tick() }
    }

    /// Sends the events of viewers to a stream.
    /// - Parameters:
    ///   - ids: the viewers.
    ///   - lastID: the number of the last event received. Those after it are sent first, or a reset where the log reaches back no
    ///     further. `nil` for new events only.
    ///   - takesPreviews: whether this stream shows previews. Each preview is sent to one such stream only.
    ///   - resumes: whether it takes the place of a stream that may have lost live values on its way: all of the window's are sent.
    ///   - sink: takes an event; returns `false` when its stream is closed. Called under a lock: it may only hand the record on.
    /// - Returns: a number for `unsubscribe`.
    /// - Throws: `.notFound` when one of the viewers does not exist.
    package func subscribe(
        to ids: [ViewerID], after lastID: Int?, takesPreviews: Bool = true, resumes: Bool = false,
        sink: @escaping @Sendable (EventRecord) -> Bool
    ) throws(GridError) -> Int {
        for id in ids { _ = try findViewer(id) }
        let line = events.subscribe(
            to: ids, after: lastID, takesPreviews: takesPreviews,
            version: { id in self.viewers[id]?.version ?? 0 }, sink: sink)
        guard let line else { throw .notFound(.viewer, id: ids.map(\.description).joined(separator: ",")) }
        let now = clock.now
        for id in ids {
            guard let viewer = viewers[id] else { continue }
            viewer.state.withLock { $0.lastHeard = now }
            // Values that changed while its stream was away are in no log.
            if resumes, takesPreviews, viewer.collection.hasLiveValues.load(ordering: .relaxed) {
                liveValues.meet(nil, at: viewer)
            }
        }
        return line
    }

    /// The number of the newest event of any viewer.
    package var lastEventID: Int { events.lastID }

    package func unsubscribe(_ line: Int, from ids: [ViewerID]) {
        events.unsubscribe(line, from: ids)
        let now = clock.now
        for id in ids {
            viewers[id]?.state.withLock {
                $0.lastSeen = now
                $0.lastHeard = now
            }
        }
    }

    /// The events of a viewer after `lastID`, for a long poll; a reset where the log reaches back no further.
    /// - Throws: `.notFound` when there is no such viewer.
    package func events(of id: ViewerID, after lastID: Int) throws(GridError) -> [EventRecord] {
        let viewer = try findViewer(id)
        let now = clock.now
        viewer.state.withLock {
            $0.lastSeen = now
            $0.lastHeard = now
        }
        if var records = events.records(of: id, after: lastID) {
            if events.hasPreviews(id) {
                records.append(EventRecord(id: records.last?.id ?? lastID, viewer: id, event: .previews))
            }
            if events.hasValues(id) {
                records.append(EventRecord(id: records.last?.id ?? lastID, viewer: id, event: .values))
            }
            return records
        }
        return [EventRecord(id: events.lastID, viewer: id, event: .reset(version: viewer.version))]
    }

    func findViewer(_ id: ViewerID) throws(GridError) -> Viewer {
        guard let viewer = viewers[id] else { throw .notFound(.viewer, id: id.description) }
        return viewer
    }

    func describe(_ viewer: Viewer) -> ViewerDescription {
        let (known, order) = viewer.state.withLock {
            (
                ViewerSettings(
                    layout: $0.layout, width: $0.width, height: $0.height, pixelRatio: $0.pixelRatio,
                    policy: $0.motion.policy, reach: $0.motion.reach), $0.order
            )
        }
        let foldedCount = viewer.collection.foldedCount(of: order)
        return viewer.collection.state.withLock { state in
            var settings = known
            var result: String?
            if case .result(let number) = order {
                settings.query = state.results[number]?.wish
                result = state.results[number]?.id
            }
            return ViewerDescription(
                viewer: viewer.id, collection: viewer.collection.id, result: result, version: state.version(of: order),
                contentSize: state[order].layout(settings.layout, width: settings.width).contentSize,
                itemCount: state.snapshot(of: order).numberOfItems, foldedCount: foldedCount,
                settings: settings, isOpen: state.isOpen,
                lastEventID: events.lastID, isStoreAway: isStoreAway)
        }
    }

    func check(_ settings: ViewerSettings) throws(GridError) {
        for (field, length) in [(GridError.Field.width, settings.width), (.height, settings.height)]
        where !Self.lengths.contains(length) {
            throw .invalid(field, .outOfRange(Self.lengths, unit: " px"))
        }
        guard Self.pixelRatios.contains(settings.pixelRatio) else {
            throw .invalid(.pixelRatio, .outOfRange(Self.pixelRatios))
        }
        guard ViewerMotion.reaches.contains(settings.reach) else {
            throw .invalid(.reach, .outOfRange(ViewerMotion.reaches))
        }
    }
}
