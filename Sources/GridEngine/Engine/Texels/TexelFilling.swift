import CollectionModel
import Dispatch
import Prefetching
import Synchronization

/// Has the texels made that viewers look at and that nobody has, from the middle of each view outwards, then the pixels of those that are
/// kept without them although there is room by now, and tells the viewers which have come (docs/decisions/0103).
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

    /// A viewer shows other items as texels, or is about to; none in an empty range. Any thread; returns at once.
    func look(at sight: TexelSight, from viewer: Viewer) {
        let ended = state.withLock { state -> TexelView? in
            guard !sight.visible.isEmpty, !state.isClosed else { return state.views.removeValue(forKey: viewer.id) }
            if let view = state.views[viewer.id] {
                view.look(at: sight)
            } else {
                state.views[viewer.id] = TexelView(viewer, sight)
            }
            return nil
        }
        if let ended { end(ended) }
        if !sight.visible.isEmpty { schedule(after: .zero) }
    }

    /// Whether nothing is looked for or awaited of what a viewer shows, before something else comes or is shown.
    func isSettled(_ viewer: ViewerID) -> Bool {
        queue.sync {
            state.withLock { state in
                guard let view = state.views[viewer] else { return true }
                // The next try of what failed is later.
                let isDue = state.due.map { $0 < .now() + .seconds(1) } ?? false
                return !isDue && view.isAtEnd && view.wanted.isEmpty
            }
        }
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
        queue.async { [self] in
            for collection in view.followed { collection.texels.unfollow() }
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
        // Before any view looks: what came for one is not another's alone.
        var arrived: [ObjectIdentifier: [ItemOrdinal]] = [:]
        for view in views {
            for collection in view.dropRemoved() { collection.texels.unfollow() }
            for collection in view.followed where arrived[ObjectIdentifier(collection)] == nil {
                arrived[ObjectIdentifier(collection)] = collection.texels.takeArrived()
            }
        }
        var pause: Duration?
        for view in views {
            let came = view.followed.flatMap { collection in
                (arrived[ObjectIdentifier(collection)] ?? []).map { HeldItem(collection: collection, item: $0) }
            }
            guard let wanted = step(view, came) else { continue }
            pause = min(pause ?? wanted, wanted)
        }
        if let pause { schedule(after: pause) }
    }

    /// - Returns: when to look again; `nil` when nothing is to come before a change, or a texel, wakes it.
    private func step(_ view: TexelView, _ arrived: [HeldItem]) -> Duration? {
        let collection = view.viewer.collection
        let order = view.viewer.state.withLock { $0.order }
        let (snapshot, version) = collection.state.withLock { ($0.snapshot(of: order), $0.version(of: order)) }
        for holder in view.followed { holder.texels.reserve(items: holder.state.withLock { $0.items.count }) }
        let now = clock.now
        let isOther = view.begin(version, order, count: snapshot.numberOfItems, now, restartPause: Self.restartPause)
        // Some of those that came may have been lost again, or their pixels.
        let lost = missingTexels(of: arrived)
        if !lost.all.isEmpty, !collection.shown(Array(lost.all)).isEmpty { view.restart() }
        let missing = isOther ? Missing() : missingTexels(of: view.wanted)
        if missing.isPaused || !failures(among: Set(view.wanted)).isEmpty { view.skippedAt = now }
        var wanted = view.wanted.filter(missing.all.contains)
        if wanted.count < Self.wantLimit / 2 {
            wanted += find(Self.wantLimit - wanted.count, view, snapshot, but: missing.all)
        }
        if wanted != view.wanted {
            view.wanted = wanted
            want(wanted, view)
        }
        loadAgain(Array(missing.all))
        let isDone = view.isAtEnd && wanted.isEmpty
        post(arrived.filter { !lost.unknown.contains($0) }, isDone, to: view, snapshot, version)
        guard isDone else { return view.isAtEnd || wanted.count >= Self.wantLimit / 2 ? Self.loadPause : Self.pause }
        // What has been looked through is an earlier version.
        if view.isBehind(version) { return Self.restartPause }
        guard let skipped = view.skippedAt else { return nil }
        guard now - skipped > Self.retryPause else { return Self.retryPause }
        view.restart()
        return Self.pause
    }

    /// Items whose texels have neither come nor failed.
    private struct Missing {
        var unknown: Set<HeldItem> = []
        /// With those that are known by less than there is room for.
        var all: Set<HeldItem> = []
        /// Whether there are more of these, whose pixels the disk has refused a short time ago.
        var isPaused = false
    }

    private func missingTexels(of items: [HeldItem]) -> Missing {
        var missing = Missing()
        for (_, items) in Dictionary(grouping: items, by: { ObjectIdentifier($0.collection) }) {
            let collection = items[0].collection
            let room = collection.texels.room
            collection.texels.forEachWord(of: items.map(\.item.rawValue), in: collection) { index, word, _ in
                if word.isUnknown { missing.unknown.insert(items[index]) }
                guard room.isLacked(by: word) else { return }
                if room.isPaused { missing.isPaused = true } else { missing.all.insert(items[index]) }
            }
        }
        missing.all.formUnion(missing.unknown)
        let failed = failures(among: missing.all)
        missing.unknown.subtract(failed)
        missing.all.subtract(failed)
        return missing
    }

    /// Goes on with the view from its middle outwards.
    private func find(
        _ count: Int, _ view: TexelView, _ snapshot: Snapshot, but known: Set<HeldItem>
    ) -> [HeldItem] {
        var found: [HeldItem] = []
        var looked = 0
        while found.count < count, looked < Self.stepItems, let part = view.nextPart() {
            looked += part.range.count
            var items: [UInt32] = []
            items.reserveCapacity(part.range.count)
            snapshot.forEachRun(inFlat: part.range) { run in for item in run { items.append(item.rawValue) } }
            var unknown: [(place: Int, item: HeldItem)] = []
            for holder in loads.texelHolders(of: items, in: view.viewer.collection) {
                let collection = holder.collection
                follow(collection, view)
                var missing: [(place: Int, item: ItemOrdinal)] = []
                let room = collection.texels.room
                collection.texels.forEachWord(of: holder.items, in: collection) { index, word, _ in
                    if room.isLacked(by: word) {
                        // The disk may take them later.
                        if room.isPaused { view.skippedAt = clock.now } else { view.lacksPixels = true }
                        guard view.seeksPixels, !room.isPaused else { return }
                    } else {
                        // What is unknown is wanted already when pixels are looked for.
                        guard word.isUnknown, !view.seeksPixels else { return }
                    }
                    missing.append((holder.place(of: index), ItemOrdinal(holder.items[index])))
                }
                let shown = withPictures(missing.map(\.item), in: collection)
                unknown += missing.lazy.filter { shown.contains($0.item) }.map {
                    ($0.place, HeldItem(collection: collection, item: $0.item))
                }
            }
            unknown.sort { part.isReversed ? $0.place > $1.place : $0.place < $1.place }
            let wanted = unknown.map(\.item).filter { !known.contains($0) }
            let failed = failures(among: Set(wanted))
            if !failed.isEmpty { view.skippedAt = clock.now }
            found += wanted.filter { !failed.contains($0) }
        }
        return found
    }

    private func follow(_ collection: LiveCollection, _ view: TexelView) {
        guard view.follow(collection) else { return }
        collection.texels.follow { [weak self] in self?.schedule(after: Self.pause) }
        collection.texels.reserve(items: collection.state.withLock { $0.items.count })
    }

    /// Those that have a picture. Of those that have none it is kept, but for those that are away: they may come back with the content that
    /// they had.
    private func withPictures(_ items: [ItemOrdinal], in collection: LiveCollection) -> Set<ItemOrdinal> {
        let known = collection.state.withLock { state in
            items.map { (item: $0, id: state.items[$0.rawValue], listed: state.revision(of: $0)) }
        }
        let shown = known.map { (item: $0.item, source: collection.source.item($0.id, listed: $0.listed)) }
        let without = shown.filter { $0.source?.hasImage == false }.map(\.item)
        if !without.isEmpty { collection.texels.noteMissingPictures(of: without, in: collection) }
        return Set(shown.lazy.filter { $0.source?.hasImage == true }.map(\.item))
    }

    /// Those whose previews failed, for as long as that counts.
    private func failures(among items: Set<HeldItem>) -> Set<HeldItem> {
        guard !items.isEmpty else { return [] }
        let now = clock.now
        return loads.state.withLock { state in
            guard !state.failures.isEmpty else { return [] }
            return items.filter { item in
                guard let failure = state.failures[item.preview] else { return false }
                return failure.retry.map { $0 > now } ?? true
            }
        }
    }

    private func want(_ items: [HeldItem], _ view: TexelView) {
        let wants = items.enumerated().map { place, item in
            // In view, and after the pictures of cells: those are urgent.
            Want(item.preview, isVisible: true, isUrgent: false, score: 1 / Float(place + 1))
        }
        let effects = loads.decide { state, actions in
            state.texelViewers.insert(view.id)
            _ = state.scheduler.update(
                viewer: view.id, wants: wants, isWork: true, now: clock.now, actions: &actions)
        }.effects
        loads.carryOut(effects)
    }

    /// Previews that the scheduler holds as loaded, because somebody wanted them before their texels were lost.
    private func loadAgain(_ items: [HeldItem]) {
        guard !items.isEmpty else { return }
        let loaded = loads.state.withLock { state in items.filter { state.scheduler.state(of: $0.preview) == .ready } }
        // In this order: what was announced and is no more is known now.
        let lost = missingTexels(of: loaded.filter { $0.collection.texels.isUnannounced($0.item) }).all
        guard !lost.isEmpty else { return }
        let effects = loads.decide { state, actions in
            for item in lost { state.scheduler.invalidate(item.preview, now: clock.now, actions: &actions) }
        }.effects
        loads.carryOut(effects)
    }

    private func post(
        _ arrived: [HeldItem], _ isDone: Bool, to view: TexelView, _ snapshot: Snapshot, _ version: Int
    ) {
        let visible = view.visible
        let items = view.viewer.collection.shown(arrived)
        let places = items.compactMap { snapshot.flatIndex(of: $0) }.filter(visible.contains)
        guard !places.isEmpty || isDone && !view.isReported else { return }
        view.isReported = isDone
        let event = ArrivedTexels(version: version, places: places, isDone: isDone)
        events.post(.texels(event), to: view.viewer.id)
    }
}

extension LiveCollection {
    /// Items as this collection names them, which shows them itself or as an album.
    fileprivate func shown(_ held: [HeldItem]) -> [ItemOrdinal] {
        guard source.abilities.references != nil else { return held.map(\.item) }
        return Dictionary(grouping: held, by: { ObjectIdentifier($0.collection) }).values.flatMap { items in
            references(to: items.map(\.item), of: items[0].collection)
        }
    }
}

extension TexelFilling: CommitObserver {
    func collection(_ collection: LiveCollection, didCommit change: CommittedChange) {
        let patch = change.patch.patch
        let items = patch.inserts.map(\.item) + patch.deletes.map(\.item)
        if !items.isEmpty { outdateAlbums(of: collection, having: items) }
        schedule(after: Self.pause)
    }

    func collection(_ collection: LiveCollection, didChangeResults changes: [ResultChange]) {
        schedule(after: Self.pause)
    }

    /// What had no picture may have one.
    func collection(_ collection: LiveCollection, didLearnOf items: [ItemOrdinal]) { schedule(after: Self.pause) }

    func collectionDidOpen(_ collection: LiveCollection) {
        outdateAlbums(of: collection)
        schedule(after: Self.pause)
    }

    func collectionDidClose(_ collection: LiveCollection) {
        collection.texels.remove()
        outdateAlbums(of: collection)
    }

    /// `items` are those that came or went; `nil` for all.
    private func outdateAlbums(of original: LiveCollection, having items: [ItemOrdinal]? = nil) {
        guard original.source.abilities.references == nil else { return }
        for view in state.withLock({ Array($0.views.values) }) where view.viewer.collection !== original {
            let album = view.viewer.collection
            guard album.source.abilities.references != nil else { continue }
            // More are not looked up on the commit queue.
            if let items, items.count <= 1000, album.references(to: items, of: original).isEmpty { continue }
            view.outdate()
        }
    }
}
