import CollectionModel
import Prefetching
import Synchronization

/// Items that a viewer shows as texels, and those that it is expected to show in a moment, as flat indices.
struct TexelSight: Sendable, Equatable {
    var visible: Range<Int>
    /// The same while it rests.
    var expected: Range<Int>

    static let nothing = TexelSight(0..<0)

    init(_ visible: Range<Int>, expected: Range<Int>? = nil) {
        (self.visible, self.expected) = (visible, expected ?? visible)
    }

    func clamped(to limits: Range<Int>) -> TexelSight {
        TexelSight(visible.clamped(to: limits), expected: expected.clamped(to: limits))
    }

    /// The item that the search begins at: the one in view that stays there for longest.
    var focus: Int {
        let middle = expected.lowerBound + expected.count / 2
        return min(max(middle, visible.lowerBound), visible.upperBound)
    }

    /// Items from the view on to those that are expected, without those in view.
    var ahead: Range<Int> {
        if expected.upperBound > visible.upperBound { return visible.upperBound..<expected.upperBound }
        return min(expected.lowerBound, visible.lowerBound)..<visible.lowerBound
    }
}

/// The part of an order that a viewer shows as texels, and how far the search for those that are missing has come in it: first for those of
/// which nothing is known, then for those that are known by less than there is room for.
///
/// `@unchecked Sendable`: `look` is behind the lock of `seen`; all else is used on the queue of `TexelFilling` alone.
final class TexelView: @unchecked Sendable {
    /// Items that are looked at together.
    private static let partItems = TexelFilling.wantLimit

    /// Items that are looked at together, the nearest to the focus first.
    struct Part {
        var range: Range<Int>
        /// Whether the last ones are nearer.
        var isReversed = false
    }

    let viewer: Viewer
    /// The scheduler's name for those who want its texels.
    let id: ViewerID
    private struct Seen {
        var sight: TexelSight
        /// Whether items may have other originals than when they were looked at.
        var hasOtherOriginals = false
    }

    private let seen: Mutex<Seen>

    private var sight = TexelSight.nothing
    private(set) var version = -1
    private var order = OrderID.own
    /// Whether all were looked at.
    private(set) var isAtEnd = false
    /// Items whose loads are wanted now.
    var wanted: [HeldItem] = []
    /// The collections that hold the texels which were looked at.
    private(set) var followed: [LiveCollection] = []
    /// When items were last passed over that could not be made.
    var skippedAt: Instant?
    /// Whether the viewer knows that all have come.
    var isReported = false
    /// Whether some were passed over that are known by less than there is room for.
    var lacksPixels = false
    /// Whether these are looked for now.
    private(set) var seeksPixels = false
    /// Whether what is in view was looked through.
    private var isAhead = false
    private var parts = 0
    private var restartedAt = Instant.start

    init(_ viewer: Viewer, _ sight: TexelSight) {
        self.viewer = viewer
        id = ViewerID(rawValue: ~viewer.id.rawValue)
        seen = Mutex(Seen(sight: sight))
    }

    var visible: Range<Int> { sight.visible }

    /// Any thread.
    func look(at sight: TexelSight) { seen.withLock { $0.sight = sight } }

    /// Items of an album may have lost their originals, or have found them. Any thread.
    func outdate() { seen.withLock { $0.hasOtherOriginals = true } }

    /// Whether what has been looked through is an earlier state.
    func isBehind(_ version: Int) -> Bool { self.version != version || seen.withLock { $0.hasOtherOriginals } }

    /// - Returns: whether it was not followed before.
    func follow(_ collection: LiveCollection) -> Bool {
        if followed.contains(where: { $0 === collection }) { return false }
        followed.append(collection)
        return true
    }

    /// Lets go of collections that are gone.
    /// - Returns: these.
    func dropRemoved() -> [LiveCollection] {
        let gone = followed.filter { $0.state.withLock { $0.isRemoved } }
        followed.removeAll { one in gone.contains { $0 === one } }
        return gone
    }

    /// Takes over what is in view now.
    /// - Returns: whether that is something else, so that the search begins again.
    func begin(_ version: Int, _ order: OrderID, count: Int, _ now: Instant, restartPause: Duration) -> Bool {
        let newSight = seen.withLock { $0.sight }.clamped(to: 0..<count)
        let isOther = newSight != sight || order != self.order
        guard isOther || isBehind(version) && now - restartedAt >= restartPause else { return false }
        seen.withLock { $0.hasOtherOriginals = false }
        (sight, self.order, self.version, restartedAt) = (newSight, order, version, now)
        restart()
        return true
    }

    func restart() {
        (parts, isAhead, isAtEnd, isReported, skippedAt) = (0, false, false, false, nil)
        (lacksPixels, seeksPixels) = (false, false)
    }

    /// The next part of the view, outwards from where it stays for longest: the middle while it rests. Then what is ahead of it.
    func nextPart() -> Part? {
        while !isAtEnd {
            if let part = isAhead ? partAhead() : partInView(), !part.range.isEmpty { return part }
        }
        return nil
    }

    /// `nil` behind the last.
    private func partInView() -> Part? {
        let (size, step) = (Self.partItems, parts / 2)
        guard step * size <= visible.count else {
            (parts, isAhead) = (0, true)
            return nil
        }
        // To and fro: behind the focus, before it, …
        let isReversed = parts % 2 == 1
        let first = isReversed ? sight.focus - (step + 1) * size : sight.focus + step * size
        parts += 1
        return Part(range: (first..<first + size).clamped(to: visible), isReversed: isReversed)
    }

    /// The nearest first; `nil` behind the last, where the search ends, or begins again for what lacks pixels.
    private func partAhead() -> Part? {
        let (ahead, size) = (sight.ahead, Self.partItems)
        guard parts * size < ahead.count else {
            isAtEnd = seeksPixels || !lacksPixels
            if !isAtEnd { (parts, isAhead, seeksPixels) = (0, false, true) }
            return nil
        }
        let isReversed = ahead.upperBound == visible.lowerBound
        let first = isReversed ? ahead.upperBound - (parts + 1) * size : ahead.lowerBound + parts * size
        parts += 1
        return Part(range: (first..<first + size).clamped(to: ahead), isReversed: isReversed)
    }
}
