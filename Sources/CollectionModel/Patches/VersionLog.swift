/// The patches of the last versions, oldest first, without a gap; bounded by count and bytes.
///
/// Patches beyond the limits are moved, from the old end, into *eras*: one composed patch each, with its single ones in their short form
/// as well. So one patch still leads from an older version to the newest, as long as that patch is small.
package struct VersionLog: Sendable {
    private struct Entry {
        var patch: VersionedPatch
        var sizeBytes: Int
    }

    private var entries: [Entry] = []
    private var dropped = 0
    private var eras: [Era] = []
    private let countLimit: Int
    private let sizeLimitBytes: Int
    private let compositionLimit: Int
    /// The memory that the patches take, about.
    package private(set) var sizeBytes = 0

    /// - Parameters:
    ///   - countLimit: patches that are kept as they are.
    ///   - sizeLimitBytes: what these may take; all eras together a quarter of it.
    ///   - compositionLimit: operations of all eras together. Beyond it a snapshot is shorter.
    package init(countLimit: Int = 10_000, sizeLimitBytes: Int = 16 << 20, compositionLimit: Int = 10_000) {
        self.countLimit = max(1, countLimit)
        self.sizeLimitBytes = sizeLimitBytes
        self.compositionLimit = compositionLimit
    }

    /// The number of patches that are kept as they are.
    package var count: Int { entries.count - dropped }

    /// The oldest version from which single patches lead on; `nil` without patches.
    package var oldest: Int? { dropped < entries.count ? entries[dropped].patch.from : nil }
    package var newest: Int? { dropped < entries.count ? entries[entries.count - 1].patch.to : nil }

    /// The oldest version from which one patch leads on; `nil` without patches.
    package var oldestComposed: Int? { eras.first?.from ?? oldest }

    /// Adds the next version's patch. One that does not follow on the newest starts a new log: a gap is never hidden.
    package mutating func append(_ patch: VersionedPatch) {
        if let newest, newest != patch.from { removeAll() }
        let size = 96 + patch.patch.sizeBytes
        entries.append(Entry(patch: patch, sizeBytes: size))
        sizeBytes += size
        if count > countLimit || sizeBytes > sizeLimitBytes { endEra() }
    }

    /// The patches that lead from `version` to the newest, oldest first; empty at the newest version, `nil` when they are not kept
    /// one by one that far back, or the version is unknown.
    package func patches(from version: Int) -> [VersionedPatch]? {
        guard let oldest, let newest, version >= oldest, version <= newest else { return nil }
        if version == newest { return [] }
        let index = entries.partitioningIndex { $0.patch.from >= version }
        guard index < entries.count, entries[index].patch.from == version else { return nil }
        return entries[index...].map(\.patch)
    }

    /// One patch that leads from `version` to the newest; `nil` when the log does not reach back that far. O(k log k log m) for
    /// m patches of k operations together.
    package func patch(from version: Int) -> VersionedPatch? {
        if let patches = patches(from: version) {
            return VersionedPatch(composing: patches) ?? VersionedPatch(from: version, to: version, patch: Patch())
        }
        guard let era = eras.lastIndex(where: { $0.from <= version }), let steps = eras[era].steps(from: version) else {
            return nil
        }
        return VersionedPatch(
            composing: steps + eras[(era + 1)...].map(\.composed) + entries[dropped...].map(\.patch))
    }

    package mutating func removeAll() {
        entries = []
        dropped = 0
        eras = []
        sizeBytes = 0
    }

    /// Drops an eighth of the limit, so that the cost of composing is shared by as many changes. The newest stays.
    private mutating func endEra() {
        var ended: [VersionedPatch] = []
        while count > 1, count > countLimit - countLimit / 8 || sizeBytes > sizeLimitBytes - sizeLimitBytes / 8 {
            ended.append(entries[dropped].patch)
            dropOldest()
        }
        guard !ended.isEmpty else { return }
        eras.append(Era(ended))
        while eras.reduce(0, { $0 + $1.composed.patch.count }) > compositionLimit
            || eras.reduce(0, { $0 + $1.sizeBytes }) > sizeLimitBytes / 4
        {
            eras.removeFirst()
        }
    }

    /// Leaves a hole at the front; closing it once it is half of everything keeps the cost of each drop constant.
    private mutating func dropOldest() {
        sizeBytes -= entries[dropped].sizeBytes
        entries[dropped].patch.patch = Patch()
        dropped += 1
        if dropped * 2 > entries.count {
            entries.removeFirst(dropped)
            dropped = 0
        }
    }
}

extension VersionLog {
    /// Consecutive patches that are no longer kept as they are.
    private struct Era {
        let composed: VersionedPatch
        /// The version each patch leads on from, ascending, and the patches in the store's form.
        private let versions: [Int]
        private let patches: [[UInt8]]
        let sizeBytes: Int

        init(_ ended: [VersionedPatch]) {
            composed = VersionedPatch(composing: ended)!
            versions = ended.map(\.from)
            patches = ended.map { $0.patch.encode() }
            sizeBytes = patches.reduce(composed.patch.sizeBytes) { $0 + $1.count + 48 }
        }

        var from: Int { composed.from }

        /// The patches from a version to the era's end; `nil` when no patch leads on from it.
        func steps(from version: Int) -> [VersionedPatch]? {
            let start = versions.partitioningIndex { $0 >= version }
            guard start < versions.count, versions[start] == version else { return nil }
            if start == 0 { return [composed] }
            return (start..<versions.count).map { index in
                do {
                    let to = index + 1 < versions.count ? versions[index + 1] : composed.to
                    let patch = try Patch(decoding: patches[index], itemCount: Patch.ordinalCount)
                    return VersionedPatch(from: versions[index], to: to, patch: patch)
                } catch {
                    preconditionFailure("a patch that was encoded here cannot be read: \(error)")
                }
            }
        }
    }
}

extension VersionedPatch {
    /// One patch for many, each of which begins where the one before it ends; `nil` for none.
    fileprivate init?(composing patches: [VersionedPatch]) {
        var patches = patches
        guard !patches.isEmpty else { return nil }
        // In pairs, so that long patches are not gone through for every short one.
        while patches.count > 1 {
            patches = stride(from: 0, to: patches.count, by: 2).map { index in
                guard index + 1 < patches.count else { return patches[index] }
                let (first, second) = (patches[index], patches[index + 1])
                return VersionedPatch(from: first.from, to: second.to, patch: first.patch.composed(with: second.patch))
            }
        }
        self = patches[0]
    }
}

extension Patch {
    /// The memory that its members take.
    var sizeBytes: Int {
        deletes.count * MemoryLayout<Delete>.stride + inserts.count * MemoryLayout<Insert>.stride
            + moves.count * MemoryLayout<Move>.stride + (reloads.count + reconfigures.count) * 4
            + (deleteSections.count + insertSections.count) * MemoryLayout<SectionInsert>.stride
            + moveSections.count * MemoryLayout<SectionMove>.stride + reconfigureSections.count * 4
    }
}
