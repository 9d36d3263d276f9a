import Glibc

/// Items whose loads cost about the same: one format, sizes within a factor of two.
public struct CostClass: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt8

    /// The class of items without facts: they cost the average of the others.
    public static let unknown = CostClass(rawValue: 0)

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// - Parameters:
    ///   - format: the caller's number for it, 0 to 7.
    ///   - doublings: of the original's size, 1 to 31.
    public init(format: UInt8, doublings: UInt8) {
        rawValue = (format & 7) << 5 | min(max(doublings, 1), 31)
    }

    /// Doublings; 0 only of `unknown`.
    fileprivate var size: Int { Int(rawValue & 31) }
    var format: Int { Int(rawValue >> 5) }
}

/// Expected loader-seconds by rendition and class of item, learned by moving averages: ¾ old and ¼ new.
package struct CostModel: Sendable {
    private var renditions: [UInt32: LoadCosts] = [:]
    private var previews: [UInt16: Previews] = [:]
    private let first: Double
    private let limit = 4096

    /// The costs of one collection's previews.
    private struct Previews: Sendable {
        var shares = PreviewShares()
        /// The class of the full picture that was loaded last.
        private(set) var lastFullClass: UInt32?
        private var averages: [UInt32: (seconds: Double, count: Double)] = [:]

        /// Average of full pictures of one class over the last 32 loads or so: previews are compared with that, since the cost
        /// model's own average is as unsteady as four loads.
        func averageSeconds(_ fullClass: UInt32) -> Double? { averages[fullClass]?.seconds }

        mutating func observeFull(_ fullClass: UInt32, seconds: Double) {
            lastFullClass = fullClass
            var average = averages[fullClass] ?? (0, 0)
            average.count = min(average.count + 1, 32)
            average.seconds += (seconds - average.seconds) / average.count
            averages[fullClass] = average
        }
    }

    /// - Parameter first: expected seconds of a load nothing is known of.
    package init(first: Double) {
        self.first = first
    }

    package func expected(_ key: LoadKey, _ kind: CostClass) -> Double {
        renditions[key.renditionClass]?.expected(kind) ?? first
    }

    /// The costs of loads of a key's collection and width; `nil` where none has ended.
    package func costs(_ key: LoadKey) -> LoadCosts? { renditions[key.renditionClass] }

    /// The costs of the collection and width that `key` names.
    package func pictures(_ key: LoadKey) -> PictureCosts {
        PictureCosts(full: costs(key), first: first, previews: previews[key.collection]?.shares)
    }

    /// Whether the preview of such a picture costs so much that the full picture goes first.
    func isPreviewDear(_ key: LoadKey, _ kind: CostClass) -> Bool {
        PictureCost(full: 1, preview: previews[key.collection]?.shares.expected(kind)).isPreviewDear
    }

    package mutating func observe(_ key: LoadKey, _ kind: CostClass, seconds: Double) {
        guard seconds.isFinite, seconds >= 0 else { return }
        // A caller that numbers its widths without end must not fill the memory.
        guard renditions[key.renditionClass] != nil || renditions.count < limit else { return }
        renditions[key.renditionClass, default: LoadCosts(average: seconds)].observe(kind, seconds: seconds)
        guard !key.isPreview, !key.isContent else { return }
        previews[key.collection, default: Previews()].observeFull(key.renditionClass, seconds: seconds)
    }

    /// Until a preview of a collection has been made by itself, previews cost as much as their full pictures.
    package mutating func expectDearPreviews(of collection: UInt16) {
        previews[collection, default: Previews()].shares.first = 1
    }

    /// A preview was loaded.
    /// - Parameters:
    ///   - key: its key.
    ///   - kind: the item's class.
    ///   - seconds: what it took by itself; `nil` when it came out of the whole picture, at that one's cost.
    ///   - full: the full picture that it is compared with; `nil` for the width that was loaded last.
    mutating func observePreview(_ key: LoadKey, _ kind: CostClass, seconds: Double?, full: LoadKey? = nil) {
        guard let seconds else {
            previews[key.collection, default: Previews()].shares.observe(kind, share: nil)
            return
        }
        guard seconds.isFinite, let known = previews[key.collection],
            let fullClass = full?.renditionClass ?? known.lastFullClass, let costs = renditions[fullClass],
            let average = known.averageSeconds(fullClass)
        else { return }
        let share = seconds / max(kind == .unknown ? average : costs.expected(kind), 0.001)
        previews[key.collection, default: Previews()].shares.observe(kind, share: share)
    }

    /// A collection is gone, and its number may get another one.
    mutating func forget(_ collection: UInt16) {
        previews[collection] = nil
        renditions = renditions.filter { $0.key >> 16 != UInt32(collection) }
    }
}

/// The costs of loads of one width.
package struct LoadCosts: Sendable {
    /// Over all classes.
    package private(set) var average: Double
    /// By class; 0 where none has ended. Empty as long as no class is known.
    private var byClass: [Float] = []

    init(average: Double) {
        self.average = average
    }

    /// The expected cost in a class; where none of its loads has ended, that of the next size of its format, in proportion.
    package func expected(_ kind: CostClass) -> Double {
        guard kind != .unknown, !byClass.isEmpty else { return average }
        if byClass[Int(kind.rawValue)] > 0 { return Double(byClass[Int(kind.rawValue)]) }
        let sizes = byClass[kind.format << 5..<(kind.format + 1) << 5]
        for distance in 1..<32 {
            for size in [kind.size - distance, kind.size + distance] where 1..<32 ~= size {
                let seconds = Double(sizes[sizes.startIndex + size])
                guard seconds > 0 else { continue }
                // Some of a load's time is the same for all: what is small is not as cheap as it is small.
                return size > kind.size
                    ? max(seconds / exp2(Double(distance)), seconds / 4) : seconds * exp2(min(3, Double(distance)))
            }
        }
        return average
    }

    mutating func observe(_ kind: CostClass, seconds: Double) {
        average = 0.75 * average + 0.25 * seconds
        guard kind != .unknown else { return }
        if byClass.isEmpty { byClass = Array(repeating: 0, count: 256) }
        let old = byClass[Int(kind.rawValue)]
        // 0 means unknown.
        byClass[Int(kind.rawValue)] = max(1e-6, old > 0 ? 0.75 * old + 0.25 * Float(seconds) : Float(seconds))
    }
}
