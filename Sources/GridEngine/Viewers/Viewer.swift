import CollectionLayout
import Prefetching
import Synchronization

/// One grid in one browser: what it shows of which collection, in which layout.
final class Viewer: Sendable {
    struct State: Sendable {
        var layout: LayoutDescription
        var width: Double
        var height: Double
        /// Device px to a CSS px: pictures are chosen by it.
        var pixelRatio: Double
        var lastSequence = Int.min
        /// When its last request came.
        var lastSeen: Duration
        /// How it moves, and the policy that loads follow.
        var motion: ViewerMotion
        var rate = RangeRate()
        /// The event that waits for the viewer's next turn, which is scheduled while there is one.
        var held: HeldRange?
        /// The cells that it holds since the last range event, as flat indices.
        var window: Range<Int> = 0..<0
        var viewport = Viewport()
        /// What `window` and the loads were last planned for; `nil` when the next event is to be planned in any case.
        var planBasis: PlanBasis?
        var keys = WindowKeys()
        /// Whether the scheduler holds wants of it.
        var wantsPictures = false
        /// The frames of the version that the last event was answered from; `nil` when layout or width are new.
        var frames: VersionedLayout?

        /// To be called when layout, width or policy changed: the next event is planned in any case.
        mutating func forgetFrames() {
            keys.invalidate()
            planBasis = nil
            frames = nil
        }
    }

    let name: ViewerName
    let collection: LiveCollection
    let state: Mutex<State>

    init(name: ViewerName, collection: LiveCollection, state: State) {
        self.name = name
        self.collection = collection
        self.state = Mutex(state)
    }

    /// The scheduler's name for it.
    var id: ViewerID { ViewerID(rawValue: name.rawValue) }
}

/// Where a viewer looks, by its newest range event.
struct Viewport: Sendable {
    /// Flat indices of the items in view.
    var visible = 0..<0
    /// Where the browser expects the scroll to end, in content px from the top.
    var end: Double?
    /// Of the view, in px.
    var height = 0.0
}

/// All viewers, by name.
final class ViewerTable: Sendable {
    private let viewers = Mutex<[ViewerName: Viewer]>([:])

    /// `false` when `limit` viewers are there already.
    func add(_ viewer: Viewer, limit: Int) -> Bool {
        viewers.withLock { viewers in
            guard viewers.count < limit else { return false }
            viewers[viewer.name] = viewer
            return true
        }
    }

    subscript(name: ViewerName) -> Viewer? {
        viewers.withLock { $0[name] }
    }

    func remove(_ name: ViewerName) -> Viewer? {
        viewers.withLock { $0.removeValue(forKey: name) }
    }

    func viewers(of collection: LiveCollection) -> [Viewer] {
        viewers.withLock { viewers in viewers.values.filter { $0.collection === collection } }
    }

    var all: [Viewer] { viewers.withLock { Array($0.values) } }
    var count: Int { viewers.withLock { $0.count } }
}
