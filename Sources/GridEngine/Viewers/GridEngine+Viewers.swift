import CollectionLayout
import Prefetching

/// What a browser says of a new viewer, or wants to change of one.
package struct ViewerSettings: Sendable {
    package var layout: LayoutDescription
    /// CSS px.
    package var width: Double
    package var height: Double
    package var pixelRatio: Double
    package var policy: PrefetchPolicy
    /// How far ahead it looks, as a multiple of the policy's own measure.
    package var reach: Double

    package init(
        layout: LayoutDescription, width: Double, height: Double, pixelRatio: Double = 1,
        policy: PrefetchPolicy = .standard, reach: Double = 1
    ) {
        self.layout = layout
        self.width = width
        self.height = height
        self.pixelRatio = pixelRatio
        self.policy = policy
        self.reach = reach
    }
}

/// What a viewer is told at its start.
package struct ViewerDescription: Sendable {
    package var viewer: ViewerName
    package var collection: String
    package var version: Int
    package var contentSize: Size
    package var itemCount: Int
    package var settings: ViewerSettings
    /// False while the collection is being read for the first time: a `reset` event tells when it is there.
    package var isOpen: Bool
    /// Where to begin to listen for events.
    package var lastEventID: Int
}

extension GridEngine {
    /// Lengths in CSS px that make sense for a window.
    static let lengths = 1.0...100_000.0
    static let pixelRatios = 0.25...8.0

    package func createViewer(of id: String, _ settings: ViewerSettings) throws(GridError) -> ViewerDescription {
        let collection = try collection(id)
        try check(settings)
        let viewer = Viewer(
            name: ViewerName(rawValue: UInt64.random(in: 1...UInt64.max)), collection: collection,
            state: Viewer.State(
                layout: settings.layout, width: settings.width, height: settings.height,
                pixelRatio: settings.pixelRatio, lastSeen: clock.now,
                motion: ViewerMotion(policy: settings.policy, reach: settings.reach)))
        guard viewers.add(viewer, limit: configuration.viewerLimit) else {
            throw .tooMany(.viewers, limit: configuration.viewerLimit)
        }
        events.open(viewer.name)
        return describe(viewer)
    }

    package func viewer(_ name: ViewerName) throws(GridError) -> ViewerDescription {
        describe(try findViewer(name))
    }

    /// Up to a hundred viewers, the one that was heard of last first.
    package func viewerDescriptions() -> [ViewerDescription] {
        let byLastSeen = viewers.all.map { (viewer: $0, lastSeen: $0.state.withLock { $0.lastSeen }) }
        return byLastSeen.sorted { $0.lastSeen > $1.lastSeen }.prefix(100).map { describe($0.viewer) }
    }

    /// Another layout, size, policy or reach. The browser asks for its cells anew with its next range event.
    package func updateViewer(
        _ name: ViewerName, _ change: (inout ViewerSettings) throws(GridError) -> Void
    ) throws(GridError) -> ViewerDescription {
        let viewer = try findViewer(name)
        var settings = describe(viewer).settings
        try change(&settings)
        try check(settings)
        let isOtherPlan = viewer.state.withLock { state in
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
        if isOtherPlan { try planAnew(viewer) }
        return describe(viewer)
    }

    /// Has the loads of a viewer follow its new policy at once: a page that stands says nothing before it scrolls again.
    private func planAnew(_ viewer: Viewer) throws(GridError) {
        let version = viewer.collection.state.withLock { $0.version }
        let event = viewer.state.withLock { state -> RangeEvent? in
            guard let last = state.motion.last else { return nil }
            // The page's last event once more, as news.
            state.lastSequence -= 1
            return RangeEvent(
                sequence: state.lastSequence + 1, version: version,
                visible: .rect(Rect(x: 0, y: last.offset, width: state.width, height: last.viewportHeight)),
                velocity: last.velocity, phase: last.phase, decay: last.decay, end: last.end,
                have: state.window.isEmpty ? nil : state.window.lowerBound...state.window.upperBound - 1)
        }
        if let event { _ = try range(viewer.name, event) }
    }

    package func removeViewer(_ name: ViewerName) throws(GridError) {
        guard let viewer = viewers.remove(name) else { throw .notFound(.viewer, id: name.description) }
        loads.leave(viewer)
        events.close(name)
    }

    /// Drops viewers and movements that were not heard of for long. To be called about every second.
    package func expire() {
        let now = clock.now
        for viewer in viewers.all {
            let lastSeen = viewer.state.withLock { $0.lastSeen }
            if now - lastSeen > configuration.viewerTimeout && !events.hasLine(viewer.name) {
                try? removeViewer(viewer.name)
            }
        }
        movements.withLock { movements in
            movements = movements.filter { now - $0.value.lastWord <= configuration.movementTimeout }
        }
        settleShapes()
        loads.tick()
    }

    /// Sends what happens to these viewers to `sink`, from after `lastID` where one is given.
    ///
    /// `sink` is called under a lock: it may only hand the record on. It answers `false` when its line is closed.
    /// - Parameter takesPreviews: whether previews go to this line; each goes to one that takes them.
    /// - Returns: a number for `unsubscribe`.
    package func subscribe(
        to names: [ViewerName], after lastID: Int?, takesPreviews: Bool = true,
        sink: @escaping @Sendable (EventRecord) -> Bool
    ) throws(GridError) -> Int {
        for name in names { _ = try findViewer(name) }
        let line = events.subscribe(
            to: names, after: lastID, takesPreviews: takesPreviews,
            version: { name in self.viewers[name]?.collection.state.withLock { $0.version } ?? 0 }, sink: sink)
        guard let line else { throw .notFound(.viewer, id: names.map(\.description).joined(separator: ",")) }
        return line
    }

    /// The number of the newest event of any viewer.
    package var lastEventID: Int { events.lastID }

    package func unsubscribe(_ line: Int, from names: [ViewerName]) {
        events.unsubscribe(line, from: names)
        let now = clock.now
        for name in names { viewers[name]?.state.withLock { $0.lastSeen = now } }
    }

    /// What happened to a viewer after `lastID`, without a line; a reset where the log reaches back no further.
    package func events(of name: ViewerName, after lastID: Int) throws(GridError) -> [EventRecord] {
        let viewer = try findViewer(name)
        viewer.state.withLock { $0.lastSeen = clock.now }
        if var records = events.records(of: name, after: lastID) {
            if events.hasPreviews(name) {
                records.append(EventRecord(id: records.last?.id ?? lastID, viewer: name, event: .previews))
            }
            return records
        }
        let version = viewer.collection.state.withLock { $0.version }
        return [EventRecord(id: events.lastID, viewer: name, event: .reset(version: version))]
    }

    func findViewer(_ name: ViewerName) throws(GridError) -> Viewer {
        guard let viewer = viewers[name] else { throw .notFound(.viewer, id: name.description) }
        return viewer
    }

    private func describe(_ viewer: Viewer) -> ViewerDescription {
        let settings = viewer.state.withLock {
            ViewerSettings(
                layout: $0.layout, width: $0.width, height: $0.height, pixelRatio: $0.pixelRatio,
                policy: $0.motion.policy, reach: $0.motion.reach)
        }
        return viewer.collection.state.withLock { state in
            ViewerDescription(
                viewer: viewer.name, collection: viewer.collection.id, version: state.version,
                contentSize: state.layout(settings.layout, width: settings.width).contentSize,
                itemCount: state.snapshot.numberOfItems, settings: settings, isOpen: state.isOpen,
                lastEventID: events.lastID)
        }
    }

    private func check(_ settings: ViewerSettings) throws(GridError) {
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
