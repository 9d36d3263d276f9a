import Prefetching

/// The load keys of the items around a viewer, by flat index, so that a range event computes only those that are new.
struct WindowKeys: Sendable {
    private(set) var range = 0..<0
    private var version = -1
    /// `nil` for a cell without a picture.
    private var keys: [Entry?] = []

    struct Entry: Sendable {
        /// The key of the full picture.
        var key: LoadKey
        var costClass: CostClass
        /// Its source is asked for what it shows.
        var wantsContent = false
        /// Whether a picture is loaded of it.
        var hasPicture = true
        /// Neither its preview nor the full picture was in memory.
        var wantsPreview: Bool
    }

    /// Whether any item had a picture since the viewer looks at it like this.
    private(set) var hasPictures = false

    subscript(flat: Int) -> Entry? { keys[flat - range.lowerBound] }

    /// The item's cost class as far as this viewer knows it: `unknown` outside the range, and in another version.
    func costClass(_ flat: Int, version: Int) -> CostClass {
        guard version == self.version, range.contains(flat) else { return .unknown }
        return keys[flat - range.lowerBound]?.costClass ?? .unknown
    }

    /// Moves to another range; `make` is called for the items that were not in the last one of the same version.
    mutating func move(to newRange: Range<Int>, version newVersion: Int, make: (Int) -> Entry?) {
        if newVersion == version && newRange == range { return }
        let kept = newVersion == version ? newRange.clamped(to: range) : 0..<0
        var newKeys: [Entry?] = []
        newKeys.reserveCapacity(newRange.count)
        if kept.isEmpty {
            for flat in newRange { newKeys.append(make(flat)) }
        } else {
            for flat in newRange.lowerBound..<kept.lowerBound { newKeys.append(make(flat)) }
            newKeys.append(contentsOf: keys[kept.lowerBound - range.lowerBound..<kept.upperBound - range.lowerBound])
            for flat in kept.upperBound..<newRange.upperBound { newKeys.append(make(flat)) }
        }
        (range, version, keys) = (newRange, newVersion, newKeys)
        hasPictures = hasPictures || newKeys.contains { $0?.hasPicture == true }
    }

    /// Computes every key again next time: the layout or the pixel ratio changed.
    mutating func invalidate() {
        version = -1
    }
}
