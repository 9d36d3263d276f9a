import Prefetching
import Synchronization

/// Which viewers hold an item of an order: found by its place, where each viewer would be asked for each item otherwise.
struct WindowIndex: Sendable {
    private typealias Window = (range: Range<Int>, viewer: ViewerID)

    /// By where they begin.
    private var windows: [Window] = []
    private var longest = 0

    /// - Parameter windows: flat indices, and whose they are.
    init(_ windows: some Sequence<(range: Range<Int>, viewer: ViewerID)>) {
        self.windows = windows.filter { !$0.range.isEmpty }.sorted { $0.range.lowerBound < $1.range.lowerBound }
        longest = self.windows.reduce(0) { max($0, $1.range.count) }
    }

    /// Calls `body` with each viewer whose window has a place. O(log viewers + windows that begin within the longest one before it).
    func forEachViewer(at flat: Int, _ body: (ViewerID) -> Void) {
        var (low, high) = (0, windows.count)
        while low < high {
            let middle = (low + high) / 2
            if windows[middle].range.lowerBound <= flat { low = middle + 1 } else { high = middle }
        }
        var place = low - 1
        while place >= 0, windows[place].range.lowerBound > flat - longest {
            if windows[place].range.contains(flat) { body(windows[place].viewer) }
            place -= 1
        }
    }
}

/// The windows of all viewers of a collection, by the order that each sees. Computed again only after one of them has changed.
struct HeldWindows: Sendable {
    /// `LiveCollection.windowChanges` when it was computed.
    let changes: Int
    let byOrder: [OrderID: WindowIndex]

    init(of collection: LiveCollection, in viewers: ViewerTable) {
        // First: what changes from now on is known to be newer.
        changes = collection.windowChanges.load(ordering: .acquiring)
        var held: [OrderID: [(range: Range<Int>, viewer: ViewerID)]] = [:]
        for viewer in viewers.viewers(of: collection) {
            let (window, order) = viewer.state.withLock { ($0.window, $0.order) }
            if !window.isEmpty { held[order, default: []].append((window, viewer.id)) }
        }
        byOrder = held.mapValues { WindowIndex($0) }
    }

    func isCurrent(of collection: LiveCollection) -> Bool {
        collection.windowChanges.load(ordering: .acquiring) == changes
    }
}

extension Viewer {
    /// Counts a change of windows. Call it under the viewer's lock, after its window or its order has changed, or when it comes and goes.
    func noteWindow() { collection.windowChanges.add(1, ordering: .releasing) }
}
