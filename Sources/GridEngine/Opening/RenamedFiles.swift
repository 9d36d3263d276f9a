import CollectionModel

/// Finds known items behind files that were renamed, moved, or exchanged (docs/decisions/0051). Pure; O(files + candidates).
///
/// A file is recognized by its trace: the same inode, size and time. Where the server has seen none, or it differs, as after a move
/// to another disk, size and time alone must do: then they must be those of one file and of one candidate only.
struct RenamedFiles {
    struct File {
        var trace: UInt64
        var revision: UInt64
        /// The item that was listed under the file's name with another content.
        var owner: ItemOrdinal?
    }

    /// An item whose file is no longer what it was, where it was.
    struct Candidate {
        var item: ItemOrdinal
        /// 0 when none is known.
        var trace: UInt64
        var revision: UInt64
        /// Whether there is a file of its name, with another content.
        var isListed: Bool
    }

    let files: [File]
    let candidates: [Candidate]

    /// - Parameter counts: how many files have each of some revisions, those that were not renamed included.
    /// - Returns: the item of each file; `nil` where no candidate is it.
    func matches(counts: (Set<UInt64>) -> [UInt64: Int]) -> [ItemOrdinal?] {
        var matches = [Int?](repeating: nil, count: files.count)
        guard !candidates.isEmpty else { return files.map { _ in nil } }
        matchTraces(&matches)
        matchRevisions(&matches, counts: counts)
        keepOverwritten(&matches)
        return matches.map { $0.map { candidates[$0].item } }
    }

    /// Files with several names share a trace: those are taken in order.
    private func matchTraces(_ matches: inout [Int?]) {
        var byTrace: [UInt64: [Int]] = [:]
        for (index, candidate) in candidates.enumerated().reversed() where candidate.trace != 0 {
            byTrace[candidate.trace, default: []].append(index)
        }
        for (index, file) in files.enumerated() where file.trace != 0 {
            if let match = byTrace[file.trace]?.popLast() { matches[index] = match }
        }
    }

    private func matchRevisions(_ matches: inout [Int?], counts: (Set<UInt64>) -> [UInt64: Int]) {
        let taken = Set(matches.compactMap { $0 })
        var byRevision: [UInt64: [Int]] = [:]
        for (index, candidate) in candidates.enumerated() where !taken.contains(index) && candidate.revision != 0 {
            byRevision[candidate.revision, default: []].append(index)
        }
        let open = files.indices.filter { matches[$0] == nil }
        let shared = Set(open.map { files[$0].revision }).intersection(byRevision.keys)
        guard !shared.isEmpty else { return }
        let seen = counts(shared)
        for index in open {
            let file = files[index]
            guard let found = byRevision[file.revision], found.count == 1, seen[file.revision] == 1 else { continue }
            // A new name for what another file has replaced may as well be a copy that was made before.
            guard file.owner != nil || !candidates[found[0]].isListed else { continue }
            matches[index] = found[0]
        }
    }

    /// A file that was written under another name and then put in place of a known one, as programs save, is the known one with a
    /// new content.
    private func keepOverwritten(_ matches: inout [Int?]) {
        let taken = Set(matches.compactMap { $0.map { candidates[$0].item } })
        for (index, file) in files.enumerated() {
            guard let owner = file.owner, let match = matches[index] else { continue }
            if !candidates[match].isListed, !taken.contains(owner) { matches[index] = nil }
        }
    }
}
