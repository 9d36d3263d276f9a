import CollectionModel

/// Traces of files, as the store keeps them between runs (docs/decisions/0069).
extension CollectionState {
    /// Takes over what a draft knows of files.
    /// - Parameters:
    ///   - files: the draft's.
    ///   - first: the ordinal of its first new item.
    mutating func publish(_ files: ListedFiles, from first: Int) {
        if files.newRevisions.contains(where: { $0 != plainRevision }) {
            revisions += repeatElement(plainRevision, count: first - revisions.count)
            revisions += files.newRevisions
            // Those of files are kept with their traces.
            if plainRevision != 0 {
                for (place, revision) in files.newRevisions.enumerated() where revision != plainRevision {
                    unstoredTraces.insert((first + place) / StoredTraces.span)
                }
            }
        }
        if !files.newTraces.isEmpty {
            traces += repeatElement(FileTrace(), count: first - traces.count) + files.newTraces
            unstoredTraces.formUnion(first / StoredTraces.span...(traces.count - 1) / StoredTraces.span)
        }
        for change in files.changed { setRevision(change.revision, of: ItemOrdinal(rawValue: change.item)) }
        for (item, trace) in files.traces { setTrace(trace, of: item) }
    }

    /// Takes over what the store knows of files, where changes since say nothing newer.
    ///
    /// Rows that are damaged, or beyond the items of a store that was set back, are passed over: the next listing knows more.
    /// - Parameters:
    ///   - rows: what listings found.
    ///   - changed: the revisions that changes gave, oldest first. They are newer than those of rows.
    mutating func restore(_ rows: [StoredTraces], under changed: [StoredChange.Revision] = []) {
        let count = items.count
        guard !rows.isEmpty else { return }
        if revisions.count < count { revisions += repeatElement(plainRevision, count: count - revisions.count) }
        for row in rows where row.page >= 0 && row.page <= count / StoredTraces.span {
            let first = row.page * StoredTraces.span
            try? row.forEach { place, file in
                guard first + place < count else { return }
                if file.revision != 0 { revisions[first + place] = file.revision }
                guard file.trace != 0 else { return }
                if traces.isEmpty { traces = Array(repeating: FileTrace(), count: count) }
                let folder = file.folder.flatMap { $0 < sections.count ? SectionOrdinal(rawValue: $0) : nil }
                traces[first + place] = FileTrace(file: file.trace, folder: folder)
            }
        }
        for entry in changed where Int(entry.item) < revisions.count { revisions[Int(entry.item)] = entry.revision }
    }

    /// The trace of an item's file; `nil` without one.
    func backupFile(of item: ItemOrdinal) -> BackupFile? {
        let trace = trace(of: item)
        return BackupFile(
            StoredTraces.File(revision: revision(of: item), trace: trace.file),
            folder: trace.folder.map { sections[$0.rawValue] })
    }

    /// Takes some of what the store does not know yet.
    mutating func takeUnstoredTraces(limit: Int) -> [StoredTraces] {
        let pages = unstoredTraces.prefix(limit).sorted()
        unstoredTraces.subtract(pages)
        return pages.map { page in
            let first = page * StoredTraces.span
            let end = min(first + StoredTraces.span, max(traces.count, revisions.count))
            let files = (first..<max(first, end)).map { index in
                let (item, trace) = (ItemOrdinal(UInt32(index)), trace(of: ItemOrdinal(UInt32(index))))
                // Plain ones may be known to others only: 0 takes nothing from what they have stored.
                let listed = revision(of: item)
                return StoredTraces.File(
                    revision: listed == plainRevision ? 0 : listed, trace: trace.file, folder: trace.folder?.rawValue)
            }
            return StoredTraces(page: page, files: files)
        }
    }
}

extension LiveCollection {
    /// Rows that are taken while the lock is held: a fraction of a millisecond.
    private static let rowsUnderLock = 16
    /// Rows of one transaction: 5 MiB. Changes wait for it.
    private static let rowsAtOnce = 256

    /// Has the store keep what the last listing found of files, as far as it does not know it. Blocks; not on the commit queue.
    ///
    /// Traces that cannot be stored now are stored after the next listing: until then, a file that is renamed while no server runs may be
    /// a new item.
    /// - Returns: whether the store knows all of it.
    @discardableResult
    func storeTraces(in store: (any ChangeStore)?) -> Bool {
        guard let store else { return false }
        while true {
            var rows: [StoredTraces] = []
            while rows.count < Self.rowsAtOnce {
                let taken = state.withLock { $0.takeUnstoredTraces(limit: Self.rowsUnderLock) }
                if taken.isEmpty { break }
                rows += taken
            }
            guard !rows.isEmpty else { return true }
            do throws(StoreError) { try store.keep(rows, of: id) } catch {
                state.withLock { $0.unstoredTraces.formUnion(rows.map(\.page)) }
                return false
            }
        }
    }
}
