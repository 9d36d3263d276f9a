import CollectionLayout
import Prefetching
import Synchronization

/// One grid in one browser: what it sees of which collection, in which layout.
final class Viewer: Sendable {
    struct State: Sendable {
        var layout: LayoutDescription
        var width: Double
        var height: Double
        /// Device px to a CSS px: pictures are chosen by it.
        var pixelRatio: Double
        var lastSequence = Int.min
        /// When the viewer was last heard of.
        var lastWord: Duration
        /// How it moves, and the policy that loads follow.
        var motion: ViewerMotion
        var rate = RangeRate()
        /// What waits for the next turn; somebody sees to it as long as there is one.
        var held: HeldRange?
        /// The cells that it holds since the last range event, as flat indices.
        var window: Range<Int> = 0..<0
        /// The items in view at the last range event.
        var visible: Range<Int> = 0..<0
        /// The event that `window` and the loads were last planned for.
        var plan: RangePass.Planned?
        var keys = WindowKeys()
        /// What it saw last, for those who watch it.
        var sight = Sight()
        /// Whether the scheduler holds wants of it.
        var wantsPictures = false
        /// The frames of the version that the last event was answered from; `nil` when layout or width are new.
        var prepared: VersionedLayout?

        /// To be called when layout, width or policy is another: the next event is planned anew.
        mutating func forgetFrames() {
            keys.invalidate()
            plan = nil
            prepared = nil
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

/// Where a viewer looks, by its last range event.
struct Sight: Sendable {
    /// Flat indices.
    var visible = 0..<0
    /// Where the browser expects the scroll to end, in content px from the top.
    var end: Double?
    /// Of the view, in px.
    var height = 0.0

    mutating func note(_ event: RangeEvent, _ answer: RangeAnswer, height: Double) {
        visible = answer.visible
        end = event.end
        if case .rect(let rect) = event.visible { self.height = rect.height } else { self.height = height }
    }
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
