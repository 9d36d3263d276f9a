import CollectionLayout
import CollectionModel
import Prefetching
import Synchronization

/// One grid in one browser: what it shows of which collection, in which layout.
final class Viewer: Sendable {
    struct State: Sendable {
        var order = OrderID.own
        /// The last change of its query, from the last version of the order before: for a browser that has not seen it.
        var exchange: VersionedPatch?
        var layout: LayoutDescription
        var width: Double
        var height: Double
        /// Device px to a CSS px: pictures are chosen by it.
        var pixelRatio: Double
        var lastSequence = Int.min
        /// When its last request came.
        var lastSeen: Instant
        /// When a stream of its events last began or ended, or a poll came; `nil` when nobody has ever listened.
        var lastHeard: Instant?
        /// How it moves, and the policy that loads follow.
        var motion: ViewerMotion
        var rate = RateMeter()
        /// The event that waits for the viewer's next turn, which is scheduled while there is one.
        var held: HeldRange?
        /// The cells that it holds since the last range event, as flat indices.
        var window: Range<Int> = 0..<0
        var viewport = Viewport()
        /// The basis of the last plan of `window` and loads; `nil` when the next event is to be planned in any case.
        var planBasis: PlanBasis?
        var keys = WindowKeys()
        /// Whether pictures that are made are seen so soon that their previews are of no use any more.
        var picturesComeSoon = false
        /// Whether the scheduler holds wants of it.
        var wantsPictures = false
        /// Whether it draws texels in the place of cells.
        var showsTexels = false
        /// The frames of the version that the last event was answered from; `nil` when layout or width are new.
        var frames: VersionedLayout?

        /// Forgets the last plan. Call it when layout, width or policy changed: the next event is planned in any case.
        mutating func forgetFrames() {
            keys.invalidate()
            planBasis = nil
            frames = nil
        }
    }

    /// Time without a listener after which a viewer may give its place to a new one. A browser opens its stream again after
    /// about a second.
    static let silenceLimit = Duration.seconds(10)

    let id: ViewerID
    let collection: LiveCollection
    /// The client in whose share it counts; `nil` when in no client's.
    let client: Client?
    /// The author of its page's changes, as `ChangeAuthor.id`.
    let author: String?
    let state: Mutex<State>

    init(id: ViewerID, collection: LiveCollection, client: Client?, author: String? = nil, state: State) {
        self.id = id
        self.collection = collection
        self.client = client
        self.author = author
        self.state = Mutex(state)
    }

    /// The version of what it sees.
    var version: Int {
        let order = state.withLock { $0.order }
        return collection.state.withLock { $0.version(of: order) }
    }
}

/// Where a viewer looks, by its newest range event.
struct Viewport: Sendable {
    /// Flat indices of the items in view.
    var visible = 0..<0
    /// Where the browser expects the scroll to end, in content px from the top.
    var end: Double?
    /// Height of the view, in px.
    var height = 0.0
}

/// The newest range event that waits for its viewer's turn.
struct HeldRange: Sendable {
    var event: RangeEvent
    var completion: @Sendable (Result<RangeAnswer, GridError>) -> Void
}

/// The basis of a viewer's last plan of loads.
struct PlanBasis: Sendable {
    /// Seconds for which a plan holds: a scroll hardly changes in them, and planning is most of an event's cost. Pages send
    /// at most twenty events a second; this holds against floods.
    private static let lifetime = 0.05

    var version: Int
    var time: Instant
    var rect: Rect
    var phase: ScrollPhase
    var isDownwards: Bool

    /// Whether an event so soon after may follow the same plan.
    func covers(_ next: PlanBasis) -> Bool {
        version == next.version && phase == next.phase && isDownwards == next.isDownwards
            && next.time.seconds(since: time) < Self.lifetime && rect.height == next.rect.height
            && abs(next.rect.y - rect.y) < 0.5 * rect.height
    }
}
