import CollectionLayout
import Prefetching

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
