import CollectionModel

/// The changes that share one transaction: worked out one after another, then all stored, published and answered.
///
/// A change that is refused drops out alone. When the transaction fails, all fail and nothing has happened.
struct CommitBatch {
    private struct Step {
        var job: CommitQueue.Job
        var result: Result<CommittedChange, GridError>
        /// Whether this very batch makes the change (no refusal, no repetition, not empty).
        var isNew: Bool
    }

    private var steps: [Step] = []
    private var drafts: [String: Draft] = [:]
    private var stored: [StoredChange] = []

    /// Works the next change out. `known` is the answer to an earlier change with the same idempotency key.
    mutating func add(_ job: CommitQueue.Job, known: CommittedChange?) {
        if let known = known ?? earlierAnswer(to: job) {
            steps.append(Step(job: job, result: .success(known), isNew: false))
            return
        }
        let before = drafts[job.collection.id] ?? Draft(of: job.collection)
        var draft = before
        do throws(GridError) {
            if job.collection.state.withLock({ $0.isRemoved }) { throw .notFound(.collection, id: job.collection.id) }
            if let expected = job.options.ifVersion, expected != draft.version {
                throw .versionMismatch(current: draft.version)
            }
            draft.history.beginStep()
            let patch = try job.change(&draft)
            if !patch.isEmpty {
                draft.version += 1
                draft.pending.append(VersionedPatch(from: before.version, to: draft.version, patch: patch))
                drafts[job.collection.id] = draft
                stored.append(storedChange(patch, before: before, after: draft, key: job.options.idempotencyKey))
            }
            let versioned = VersionedPatch(from: before.version, to: draft.version, patch: patch)
            let change = CommittedChange(collection: job.collection.id, patch: versioned, identities: job.collection)
            steps.append(Step(job: job, result: .success(change), isNew: !patch.isEmpty))
        } catch {
            steps.append(Step(job: job, result: .failure(error), isNew: false))
        }
    }

    private func earlierAnswer(to job: CommitQueue.Job) -> CommittedChange? {
        guard let key = job.options.idempotencyKey else { return nil }
        let earlier = steps.first {
            $0.job.options.idempotencyKey == key && $0.job.collection === job.collection
        }
        return try? earlier?.result.get()
    }

    private func storedChange(_ patch: Patch, before: Draft, after: Draft, key: String?) -> StoredChange {
        let attributes = after.overlays.filter { before.overlays[$0.key]?.changes != $0.value.changes }
            .sorted { $0.key.rawValue < $1.key.rawValue }
            .map { StoredChange.Attributes(item: $0.key.rawValue, json: $0.value.stored(after.content(of: $0.key))) }
        return StoredChange(
            collection: after.collection.id, version: after.version, patch: patch.encode(), attributes: attributes,
            revisions: Array(after.revisions.dropFirst(before.revisions.count)), idempotencyKey: key,
            history: after.history.step?.stored)
    }

    /// What to write, with the identifiers that are not on disk yet before the first change of their collection.
    func storedChanges(
        newIdentifiers: (LiveCollection) -> (items: [StoredIdentifier], sections: [StoredSection])
    ) -> [StoredChange] {
        var seen: Set<String> = []
        return stored.map { change in
            guard seen.insert(change.collection).inserted, let draft = drafts[change.collection] else {
                return change
            }
            var change = change
            (change.newItems, change.newSections) = newIdentifiers(draft.collection)
            change.newItems += draft.newItems.stored
            change.newSections += zip(draft.newSections.stored, draft.newSectionTitles).map {
                StoredSection(ordinal: $0.ordinal, id: $0.id, title: $1)
            }
            return change
        }
    }

    /// Makes the new versions what everyone sees. O(1) for each collection, plus what changed.
    func publish() {
        for draft in drafts.values {
            if let source = draft.collection.source as? any PostedSource, !draft.contents.isEmpty {
                source.adopt(Array(draft.contents.values))
            }
            draft.collection.state.withLock { $0.publish(draft) }
        }
    }

    func complete() {
        for step in steps { step.job.completion(step.result) }
    }

    /// Answers all with the reason why nothing could be written.
    func fail(_ error: GridError) {
        for step in steps {
            if case .success = step.result, step.isNew {
                step.job.completion(.failure(error))
            } else {
                step.job.completion(step.result)
            }
        }
    }

    var changes: [(LiveCollection, CommittedChange)] {
        steps.compactMap { step in
            guard step.isNew, let change = try? step.result.get() else { return nil }
            return (step.job.collection, change)
        }
    }

    /// Successful changes, with the job that asked for them.
    var outcomes: [(job: CommitQueue.Job, change: CommittedChange)] {
        steps.compactMap { step in (try? step.result.get()).map { (step.job, $0) } }
    }

    var collections: [LiveCollection] { drafts.values.map(\.collection) }

    func operationCount(of collection: LiveCollection) -> Int {
        changes.reduce(0) { $1.0 === collection ? $0 + $1.1.patch.patch.count : $0 }
    }
}

extension CollectionState {
    fileprivate mutating func publish(_ draft: Draft) {
        for id in draft.newItems.ids { _ = items.intern(id) }
        for (id, title) in zip(draft.newSections.ids, draft.newSectionTitles) { _ = intern(section: id, title: title) }
        if draft.snapshot.itemCounts != snapshot.itemCounts {
            layouts.invalidate()
        } else {
            layouts.invalidateShapes()
        }
        snapshot = draft.snapshot
        version = draft.version
        history = draft.history
        for (item, overlay) in draft.overlays { overlays[item] = overlay.isEmpty ? nil : overlay }
        for change in draft.revisions { setRevision(change.revision, of: ItemOrdinal(rawValue: change.item)) }
        for patch in draft.pending { log.append(patch) }
    }

    /// The content's revision as last listed; 0 when none was.
    func revision(of item: ItemOrdinal) -> UInt64 {
        Int(item.rawValue) < revisions.count ? revisions[Int(item.rawValue)] : 0
    }

    mutating func setRevision(_ revision: UInt64, of item: ItemOrdinal) {
        let index = Int(item.rawValue)
        if index >= revisions.count {
            revisions.append(contentsOf: repeatElement(0, count: index + 1 - revisions.count))
        }
        if revisions[index] != revision, !measured.isEmpty { measured[item] = nil }
        revisions[index] = revision
    }
}

extension NewIdentifiers {
    fileprivate var stored: [StoredIdentifier] {
        ids.enumerated().map { StoredIdentifier(ordinal: UInt32(base + $0), id: $1) }
    }
}
