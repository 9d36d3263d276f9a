import CollectionModel

extension GridEngine {
    /// Pictures made since the start that nobody had looked at.
    package var preparedPictures: Int { preparation.withLock { $0 }?.made ?? 0 }

    /// Begins to make pictures that nobody has looked at, as far as it says. Call it once, before the first source.
    package func prepare(_ ahead: AheadLoading) {
        guard ahead.scope != .none else { return }
        let made = Preparation(ahead, clock: clock) { [loads] in
            loads.state.withLock { $0.scheduler.runningCount + $0.scheduler.queuedCount > 0 }
        } collections: { [weak self] in
            self?.viewedCollections ?? []
        } views: { [weak self] collection in
            self?.viewsByCollection(where: { $0 === collection })[collection.id] ?? []
        }
        preparation.withLock { $0 = made }
    }

    /// The collections whose pictures are files, those that are looked at first, with what is in view of their own orders.
    private var viewedCollections: [(collection: LiveCollection, views: [Range<Int>])] {
        let views = viewsByCollection { _ in true }
        let all = collections.withLock { table in table.order.compactMap { table.byID[$0] } }
            .filter { $0.source.capabilities.paths && $0.state.withLock { $0.isOpen } }
            .map { (collection: $0, views: views[$0.id] ?? []) }
        return all.filter { !$0.views.isEmpty } + all.filter(\.views.isEmpty)
    }

    /// What viewers see of the collections' own orders, first to last.
    private func viewsByCollection(where isMeant: (LiveCollection) -> Bool) -> [String: [Range<Int>]] {
        var views: [String: [Range<Int>]] = [:]
        for viewer in viewers.all where isMeant(viewer.collection) {
            let (order, visible) = viewer.state.withLock { ($0.order, $0.viewport.visible) }
            if order == .own, !visible.isEmpty { views[viewer.collection.id, default: []].append(visible) }
        }
        return views.mapValues { $0.sorted { $0.lowerBound < $1.lowerBound } }
    }
}
