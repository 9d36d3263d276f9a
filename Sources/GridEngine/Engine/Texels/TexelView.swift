import CollectionModel
import Prefetching
import Synchronization

/// The part of an order that a viewer shows as texels, and how far the search for those that are missing has come in it.
///
/// `@unchecked Sendable`: `look` is behind the lock of `seen`; all else is used on the queue of `TexelFilling` alone.
final class TexelView: @unchecked Sendable {
    /// Items that are looked at together.
    private static let partItems = 4096

    let viewer: Viewer
    /// The scheduler's name for those who want its texels.
    let id: ViewerID
    private struct Seen {
        var visible: Range<Int>
        /// Whether items may have other originals than when they were looked at.
        var hasOtherOriginals = false
    }

    private let seen: Mutex<Seen>

    /// Flat indices.
    private(set) var visible = 0..<0
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
    private var parts = 0
    private var restartedAt = Instant.start

    init(_ viewer: Viewer, _ visible: Range<Int>) {
        self.viewer = viewer
        id = ViewerID(rawValue: ~viewer.id.rawValue)
        seen = Mutex(Seen(visible: visible))
    }

    /// Any thread.
    func look(at visible: Range<Int>) { seen.withLock { $0.visible = visible } }

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
        let newVisible = seen.withLock { $0.visible }.clamped(to: 0..<count)
        let isOther = newVisible != visible || order != self.order
        guard isOther || isBehind(version) && now - restartedAt >= restartPause else { return false }
        seen.withLock { $0.hasOtherOriginals = false }
        (visible, self.order, self.version, restartedAt) = (newVisible, order, version, now)
        restart()
        return true
    }

    func restart() {
        (parts, isAtEnd, isReported, skippedAt) = (0, false, false, nil)
    }

    /// The next part of the view, from the middle outwards.
    func nextPart() -> Range<Int>? {
        let size = Self.partItems
        let middle = visible.lowerBound + visible.count / 2
        while !isAtEnd {
            let step = parts / 2
            // To and fro: behind the middle, before it, …
            let first = parts % 2 == 0 ? middle + step * size : middle - (step + 1) * size
            let isBeyond = step * size > visible.count
            parts += 1
            if isBeyond { isAtEnd = true }
            let part = (first..<first + size).clamped(to: visible)
            if !part.isEmpty { return part }
        }
        return nil
    }
}
