import CollectionModel

/// A part of the engine that the engine does not know: a target above it, given to it when both are put together. It follows commits,
/// lives as long as the engine, and adds what it knows to what is said of collections.
package protocol EngineFeature: CommitObserver {
    /// Adds what the feature knows of a collection.
    func describe(_ collection: LiveCollection, in summary: inout CollectionSummary)

    /// Pictures that the feature has made since the start, which no viewer has asked for.
    var madePictures: Int { get }

    /// Called about every second.
    func tick()

    /// Ends what is under way. Blocks for a short time at most.
    func close()
}

/// The engine as its features see it.
package struct EngineSurroundings: Sendable {
    package let clock: any EngineClock
    let loads: LoadRunner
    let viewers: ViewerTable
    let collections: SharedCollections

    /// Makes a feature of an engine that is being put together.
    package typealias FeatureMaker = @Sendable (EngineSurroundings) -> any EngineFeature

    /// Whether a viewer waits for a picture.
    package var isLoading: Bool {
        loads.state.withLock { $0.scheduler.runningCount + $0.scheduler.queuedCount > 0 }
    }

    /// All collections, in the order of their list.
    package var allCollections: [LiveCollection] {
        collections.withLock { table in table.order.compactMap { table.byID[$0] } }
    }

    /// The visible parts of the collections' own orders: flat indices, first to last, by collection.
    package func views(where isMeant: (LiveCollection) -> Bool = { _ in true }) -> [String: [Range<Int>]] {
        var views: [String: [Range<Int>]] = [:]
        for viewer in viewers.all where isMeant(viewer.collection) {
            let (order, visible) = viewer.state.withLock { ($0.order, $0.viewport.visible) }
            if order == .own, !visible.isEmpty { views[viewer.collection.id, default: []].append(visible) }
        }
        return views.mapValues { $0.sorted { $0.lowerBound < $1.lowerBound } }
    }
}
