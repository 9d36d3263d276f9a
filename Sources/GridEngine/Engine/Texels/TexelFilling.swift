import CollectionModel
import Dispatch
import Prefetching
import Synchronization

/// Has the texels made that viewers look at and that nobody has, from the middle of each view outwards, and tells the viewers which have
/// come (docs/decisions/0103).
///
/// Its loads are the scheduler's, in the name of a viewer of their own beside each real one: what a page wants as texels has a limit of its
/// own, and no event for each. All work is done on one queue, in steps.
final class TexelFilling: Sendable {
    /// Maximum texels that a viewer wants at the same time.
    static let wantLimit = 512
    /// Items that one step looks at, of each view.
    private static let stepItems = 250_000
    /// Pause before a step while there is more to look for, or after something has come.
    private static let pause = Duration.milliseconds(50)
    /// The same while loads are awaited, of which some end without a texel.
    private static let loadPause = Duration.milliseconds(250)
    /// Texels that could not be made are tried again after this, and a view whose order changes begins again after the other.
    private static let retryPause = Duration.seconds(30)
    private static let restartPause = Duration.seconds(1)

    private struct State {
        var views: [ViewerID: TexelView] = [:]
        /// The next step.
        var due: DispatchTime?
        var isClosed = false
    }

    private let loads: LoadRunner
    private let events: EventHub
    private let clock: any EngineClock
    private let state = Mutex(State())
    private let queue = DispatchQueue(label: "lookahead.texels", qos: .utility)

    init(loads: LoadRunner, events: EventHub, clock: any EngineClock) {
        (self.loads, self.events, self.clock) = (loads, events, clock)
    }

    /// A viewer shows other items as texels; none in an empty range. Any thread; returns at once.
    func look(at visible: Range<Int>, from viewer: Viewer) {
        let change = state.withLock { state -> (isNew: Bool, ended: TexelView?) in
            guard !visible.isEmpty, !state.isClosed else { return (false, state.views.removeValue(forKey: viewer.id)) }
            guard let view = state.views[viewer.id] else {
                state.views[viewer.id] = TexelView(viewer, visible)
                return (true, nil)
            }
            view.look(at: visible)
            return (false, nil)
        }
        if change.isNew { viewer.collection.texels.follow { [weak self] in self?.schedule(after: Self.pause) } }
        if let view = change.ended { end(view) }
        if !visible.isEmpty { schedule(after: .zero) }
    }

    func close() {
        let views = state.withLock { state in
            state.isClosed = true
            defer { state.views = [:] }
            return Array(state.views.values)
        }
        for view in views { end(view) }
    }

    private func end(_ view: TexelView) {
        view.viewer.collection.texels.unfollow()
        queue.async { [self] in
            // The viewer may show texels again, whose wants are these.
            guard state.withLock({ $0.views[view.viewer.id] == nil }) else { return }
            let effects = loads.decide { state, actions in
                state.texelViewers.remove(view.id)
                _ = state.scheduler.viewerLeft(view.id, now: clock.now, actions: &actions)
            }.effects
            loads.carryOut(effects)
        }
    }

    // MARK: Steps

    /// Any thread; returns at once.
    private func schedule(after pause: Duration) {
        let due = DispatchTime.now() + .milliseconds(Int(pause / .milliseconds(1)))
        let isNext = state.withLock { state in
            guard !state.views.isEmpty, state.due.map({ due < $0 }) ?? true else { return false }
            state.due = due
            return true
        }
        guard isNext else { return }
        queue.asyncAfter(deadline: due) { [weak self] in self?.step(due) }
    }

    private func step(_ due: DispatchTime) {
        let views = state.withLock { state -> [TexelView] in
            // An earlier one took its place.
            guard state.due == due else { return [] }
            state.due = nil
            return Array(state.views.values)
        }
        var arrived: [ObjectIdentifier: [ItemOrdinal]] = [:]
        var pause: Duration?
        for view in views {
            let collection = view.viewer.collection
            let items = arrived[ObjectIdentifier(collection)] ?? collection.texels.takeArrived()
            arrived[ObjectIdentifier(collection)] = items
            guard let wanted = step(view, items) else { continue }
            pause = min(pause ?? wanted, wanted)
        }
        if let pause { schedule(after: pause) }
    }

    /// - Returns: when to look again; `nil` when nothing is to come before a change, or a texel, wakes it.
    private func step(_ view: TexelView, _ arrived: [ItemOrdinal]) -> Duration? {
        let collection = view.viewer.collection
        let order = view.viewer.state.withLock { $0.order }
        let (snapshot, version, count) = collection.state.withLock {
            ($0.snapshot(of: order), $0.version(of: order), $0.items.count)
        }
        collection.texels.reserve(items: count)
        let now = clock.now
        let isOther = view.begin(version, order, count: snapshot.numberOfItems, now, restartPause: Self.restartPause)
        // Some of those that came may have been lost again.
        let lost = unknown(arrived, in: collection)
        if !lost.isEmpty { view.restart() }
        let missing = isOther ? [] : unknown(view.wanted, in: collection)
        if !failures(among: Set(view.wanted), in: collection).isEmpty { view.skippedAt = now }
        var wanted = view.wanted.filter(missing.contains)
        if wanted.count < Self.wantLimit / 2 {
            wanted += find(Self.wantLimit - wanted.count, view, snapshot, but: missing)
        }
        if wanted != view.wanted {
            view.wanted = wanted
            want(wanted, view)
        }
        loadAgain(Array(missing), in: collection)
        let isDone = view.isAtEnd && wanted.isEmpty
        post(arrived.filter { !lost.contains($0) }, isDone, to: view, snapshot, version)
        guard isDone else { return view.isAtEnd || wanted.count >= Self.wantLimit / 2 ? Self.loadPause : Self.pause }
        // What has been looked through is an earlier version.
        if view.version != version { return Self.restartPause }
        guard let skipped = view.skippedAt else { return nil }
        guard now - skipped > Self.retryPause else { return Self.retryPause }
        view.restart()
        return Self.pause
    }

    /// Those whose texels have neither come nor failed.
    private func unknown(_ items: [ItemOrdinal], in collection: LiveCollection) -> Set<ItemOrdinal> {
        var missing: Set<ItemOrdinal> = []
        collection.texels.forEachWord(of: items.map(\.rawValue), in: collection) { place, word, _ in
            if word.isUnknown { missing.insert(items[place]) }
        }
        return missing.subtracting(failures(among: missing, in: collection))
    }

    /// Goes on with the view from its middle outwards.
    private func find(
        _ count: Int, _ view: TexelView, _ snapshot: Snapshot, but known: Set<ItemOrdinal>
    ) -> [ItemOrdinal] {
        let collection = view.viewer.collection
        var found: [ItemOrdinal] = []
        var looked = 0
        while found.count < count, looked < Self.stepItems, let part = view.nextPart() {
            looked += part.count
            var items: [UInt32] = []
            items.reserveCapacity(part.count)
            snapshot.forEachRun(inFlat: part) { run in for item in run { items.append(item.rawValue) } }
            var unknown: [ItemOrdinal] = []
            collection.texels.forEachWord(of: items, in: collection) { place, word, _ in
                if word.isUnknown { unknown.append(ItemOrdinal(items[place])) }
            }
            let withPictures = unknown.filter { !known.contains($0) && hasPicture($0, collection) }
            let failed = failures(among: Set(withPictures), in: collection)
            if !failed.isEmpty { view.skippedAt = clock.now }
            found += withPictures.filter { !failed.contains($0) }
        }
        return found
    }

    private func hasPicture(_ item: ItemOrdinal, _ collection: LiveCollection) -> Bool {
        let (id, listed) = collection.state.withLock { ($0.items[item.rawValue], $0.revision(of: item)) }
        // A file that is away may come back with the content that it had.
        guard let shown = collection.source.item(id, listed: listed) else { return false }
        // One whose contents are not read yet may show one later.
        if !shown.hasImage, collection.source.contents == nil {
            collection.texels.noteMissingPicture(of: item, in: collection)
        }
        return shown.hasImage
    }

    /// Those whose previews failed, for as long as that counts.
    private func failures(among items: Set<ItemOrdinal>, in collection: LiveCollection) -> Set<ItemOrdinal> {
        guard !items.isEmpty else { return [] }
        let now = clock.now
        return loads.state.withLock { state in
            guard !state.failures.isEmpty else { return [] }
            return items.filter { item in
                let key = LoadKey(collection: collection.number, item: item.rawValue, rendition: 0).preview
                guard let failure = state.failures[key] else { return false }
                return failure.retry.map { $0 > now } ?? true
            }
        }
    }

    private func want(_ items: [ItemOrdinal], _ view: TexelView) {
        let number = view.viewer.collection.number
        let wants = items.enumerated().map { place, item in
            // In view, and after the pictures of cells: those are urgent.
            Want(
                LoadKey(collection: number, item: item.rawValue, rendition: 0).preview, isVisible: true,
                isUrgent: false, score: 1 / Float(place + 1))
        }
        let effects = loads.decide { state, actions in
            state.texelViewers.insert(view.id)
            _ = state.scheduler.update(viewer: view.id, wants: wants, now: clock.now, actions: &actions)
        }.effects
        loads.carryOut(effects)
    }

    /// Previews that the scheduler holds as loaded, because somebody wanted them before their texels were lost.
    private func loadAgain(_ items: [ItemOrdinal], in collection: LiveCollection) {
        guard !items.isEmpty else { return }
        let number = collection.number
        func key(of item: ItemOrdinal) -> LoadKey {
            LoadKey(collection: number, item: item.rawValue, rendition: 0).preview
        }
        let loaded = loads.state.withLock { state in items.filter { state.scheduler.state(of: key(of: $0)) == .ready } }
        // In this order: what was announced and is no more is known now.
        let lost = unknown(collection.texels.unannounced(loaded), in: collection)
        guard !lost.isEmpty else { return }
        let effects = loads.decide { state, actions in
            for item in lost { state.scheduler.invalidate(key(of: item), now: clock.now, actions: &actions) }
        }.effects
        loads.carryOut(effects)
    }

    private func post(
        _ arrived: [ItemOrdinal], _ isDone: Bool, to view: TexelView, _ snapshot: Snapshot, _ version: Int
    ) {
        let visible = view.visible
        let places = arrived.compactMap { snapshot.flatIndex(of: $0) }.filter(visible.contains)
        guard !places.isEmpty || isDone && !view.isReported else { return }
        view.isReported = isDone
        let event = ArrivedTexels(version: version, places: places, isDone: isDone)
        events.post(.texels(event), to: view.viewer.id)
    }
}

extension TexelFilling: CommitObserver {
    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) { schedule(after: Self.pause) }

    func collection(_ collection: LiveCollection, didChangeResults changes: [ResultChange]) {
        schedule(after: Self.pause)
    }

    /// What had no picture may have one.
    func collection(_ collection: LiveCollection, didLearnOf items: [ItemOrdinal]) { schedule(after: Self.pause) }

    func collectionDidClose(_ collection: LiveCollection) { collection.texels.remove() }
}
