/// The expected cost of loading one picture, in loader-seconds.
public struct PictureCost: Hashable, Sendable {
    /// The cost of the full picture.
    public var full: Double
    /// The cost of its preview, when that is loaded by itself.
    public var preview: Double

    /// - Parameters:
    ///   - full: of the full picture.
    ///   - preview: of the preview by itself; a usual share of `full` when `nil`.
    public init(full: Double, preview: Double? = nil) {
        self.full = full
        self.preview = preview ?? full * PreviewShares.usual
    }

    /// The share of the full picture's cost from which a preview has no load of its own. In the simulator, previews at 15, 30
    /// and 40 % take 4.4, 3.2 and 2.4 points off what shows nothing, and add 1.8, 4.0 and 5.6 to what lacks its full picture.
    private static let dearShare = 0.35

    /// Whether the preview costs so much that the full picture goes first, and the preview comes out of that.
    package var isPreviewDear: Bool { preview >= Self.dearShare * full }
}

/// The costs of the full pictures of one collection and width, and of their previews.
package struct PictureCosts: Sendable {
    /// One item in this number has its preview loaded by itself whatever previews have cost, so that a change is noticed. Where
    /// nothing has changed that costs nothing: the full picture comes out of the same read.
    private static let probeInterval = 16

    /// Makes the costs of pictures that have no previews.
    package init(full: LoadCosts?, first: Double = LoadConfiguration().firstCost) {
        self.init(full: full, first: first, previews: nil)
    }

    init(full: LoadCosts?, first: Double, previews: PreviewShares?) {
        (self.full, self.first, self.previews) = (full, first, previews)
    }

    /// `nil` where no load has ended.
    package let full: LoadCosts?
    /// Expected seconds where no load has ended.
    let first: Double
    let previews: PreviewShares?

    /// The expected costs of one item of a class.
    /// - Parameters:
    ///   - kind: the item's class.
    ///   - flat: its flat index; `nil` for what is never a probe.
    ///   - full: what its full picture costs, where the caller knows better.
    /// - Returns: the costs.
    package func expected(_ kind: CostClass, flat: Int? = nil, full: Double? = nil) -> PictureCost {
        let seconds = max(full ?? self.full?.expected(kind) ?? first, 0.001)
        let isProbe = flat.map { $0 % Self.probeInterval == 0 } ?? false
        guard let previews, !isProbe else { return PictureCost(full: seconds) }
        return PictureCost(full: seconds, preview: seconds * previews.expected(kind))
    }
}

/// The costs of previews by themselves, as a share of their full picture: by format, since a camera's JPEG has a thumbnail in it
/// and a screenshot none.
struct PreviewShares: Sendable {
    /// Expected before a preview was made, where nothing is known of the source.
    static let usual = 0.15
    /// Expected before a preview was made.
    var first = Self.usual

    /// The share of one format, or of all.
    private struct Shares: Sendable {
        /// Part of the previews that came out of the whole picture: ¾ old and ¼ new.
        var whole: Float?
        /// The average cost of the others, and their number. Loads vary by a factor of ten: the usual share counts as
        /// eight of them, and the average is a long one.
        var small = Float(PreviewShares.usual)
        var count: Float = 8

        mutating func observe(_ share: Float?) {
            let isWhole: Float = share == nil ? 1 : 0
            whole = whole.map { $0 + (isWhole - $0) / 4 } ?? isWhole
            guard let share else { return }
            count = min(count + 1, 32)
            small += (share - small) / count
        }

        var expected: Double? {
            whole.map { Double($0 + (1 - $0) * small) }
        }
    }

    private var all = Shares()
    private var byFormat = [Shares](repeating: Shares(), count: 8)

    func expected(_ kind: CostClass) -> Double {
        let ofFormat = kind == .unknown ? nil : byFormat[kind.format].expected
        return ofFormat ?? all.expected ?? first
    }

    /// - Parameters:
    ///   - kind: the item's class.
    ///   - share: what its preview cost of its full picture; `nil` when it came out of that.
    mutating func observe(_ kind: CostClass, share: Double?) {
        let share = share.map { Float(min(max($0, 0.02), 1)) }
        all.observe(share)
        if kind != .unknown { byFormat[kind.format].observe(share) }
    }
}
