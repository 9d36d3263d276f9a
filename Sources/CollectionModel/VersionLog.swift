/// The patches of the last versions, oldest first, without a gap. Bounded by count and bytes: what is too much is forgotten
/// from the old end.
package struct VersionLog: Sendable {
    private struct Entry {
        var patch: VersionedPatch
        var sizeBytes: Int
    }

    private var entries: [Entry] = []
    private var dropped = 0
    private let countLimit: Int
    private let sizeLimitBytes: Int
    /// The memory that the patches take, about.
    package private(set) var sizeBytes = 0

    package init(countLimit: Int = 10_000, sizeLimitBytes: Int = 16 << 20) {
        self.countLimit = max(1, countLimit)
        self.sizeLimitBytes = sizeLimitBytes
    }

    package var count: Int { entries.count - dropped }

    /// The oldest version that patches lead on from; `nil` when there are none.
    package var oldest: Int? { dropped < entries.count ? entries[dropped].patch.from : nil }
    package var newest: Int? { dropped < entries.count ? entries[entries.count - 1].patch.to : nil }

    /// Adds the next version's patch. One that does not follow on the newest starts the log anew: a gap is never papered over.
    package mutating func append(_ patch: VersionedPatch) {
        if let newest, newest != patch.from { removeAll() }
        let size = 96 + patch.patch.sizeBytes
        entries.append(Entry(patch: patch, sizeBytes: size))
        sizeBytes += size
        while count > 1, count > countLimit || sizeBytes > sizeLimitBytes { dropOldest() }
    }

    /// The patches that lead from `version` to the newest, oldest first; empty at the newest version, `nil` when the log does not
    /// reach back that far or does not know the version.
    package func patches(from version: Int) -> [VersionedPatch]? {
        guard let oldest, let newest, version >= oldest, version <= newest else { return nil }
        if version == newest { return [] }
        let index = entries.partitioningIndex { $0.patch.from >= version }
        guard index < entries.count, entries[index].patch.from == version else { return nil }
        return entries[index...].map(\.patch)
    }

    /// One patch that leads from `version` to the newest; `nil` when the log does not reach back that far.
    package func patch(from version: Int) -> VersionedPatch? {
        guard var patches = patches(from: version) else { return nil }
        guard !patches.isEmpty else { return VersionedPatch(from: version, to: version, patch: Patch()) }
        // In pairs, so that long patches are not gone through for every short one.
        while patches.count > 1 {
            patches = stride(from: 0, to: patches.count, by: 2).map { index in
                guard index + 1 < patches.count else { return patches[index] }
                let (first, second) = (patches[index], patches[index + 1])
                return VersionedPatch(from: first.from, to: second.to, patch: first.patch.composed(with: second.patch))
            }
        }
        return patches[0]
    }

    package mutating func removeAll() {
        entries = []
        dropped = 0
        sizeBytes = 0
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

extension Patch {
    /// The memory that its members take.
    var sizeBytes: Int {
        deletes.count * MemoryLayout<Delete>.stride + inserts.count * MemoryLayout<Insert>.stride
            + moves.count * MemoryLayout<Move>.stride + (reloads.count + reconfigures.count) * 4
            + (deleteSections.count + insertSections.count) * MemoryLayout<SectionInsert>.stride
            + moveSections.count * MemoryLayout<SectionMove>.stride
    }
}
