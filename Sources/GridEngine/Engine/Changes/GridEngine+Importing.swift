import CollectionModel
import JSONText

/// Whole collections from lines: one that is not there is created, one that is there becomes what the lines say.
extension GridEngine {
    package typealias ImportCompletion =
        @Sendable (Result<(summary: CollectionSummary, isNew: Bool), GridError>) -> Void

    /// Makes a posted collection what it is given as, all or nothing. Items and sections are known by their identifiers: what is the
    /// same stays, with what people set of it, and viewers receive the difference.
    /// - Parameters:
    ///   - posted: the whole collection.
    ///   - deletes: whether it may take away much, where its lines did not say how many items there are.
    ///   - options: of the change. A condition on the version refuses to create.
    ///   - client: in whose share it is created.
    ///   - completion: called once, on any thread.
    /// - Complexity: O(items). Memory for what has changed.
    package func take(
        _ posted: PostedCollection, deletes: Deletes = .few, options: ChangeOptions = .none, for client: Client? = nil,
        completion: @escaping ImportCompletion
    ) {
        guard let collection = collections.withLock({ $0.byID[posted.id] }) else {
            guard options.ifVersion == nil else {
                return completion(.failure(.notFound(.collection, id: posted.id)))
            }
            return create(posted, options: options, for: client) { completion($0.map { (summary: $0, isNew: true) }) }
        }
        guard collection.source.abilities.posted != nil else {
            return completion(.failure(.unsupported(.importUnsupported(collection.source.title))))
        }
        do throws(GridError) {
            // The first of these created it.
            if let known = try collections.withLock({ $0 }).collection(postedUnder: options.storedKey),
                known === collection
            {
                return completion(known.resultOfRepetition.map { (summary: $0, isNew: true) })
            }
        } catch {
            return completion(.failure(error))
        }
        do throws(GridError) { try checkItemCount(with: posted, for: client) } catch {
            return completion(.failure(error))
        }
        submit(to: collection, options) { result in
            completion(result.map { _ in (summary: collection.summary, isNew: false) })
        } change: { (draft) throws(GridError) in
            let count = draft.snapshot.numberOfItems
            let patch = try draft.replace(with: posted)
            try (posted.isWhole ? .any : deletes).permit(patch.deletes.count, of: count)
            return try draft.recordUnlessLarge(patch)
        }
    }
}

extension Draft {
    /// The patch to a whole collection, whose contents this draft shows then.
    /// - Throws: `.invalid` for duplicates, `.tooMany` when there is no memory for what is given.
    fileprivate mutating func replace(with posted: PostedCollection) throws(GridError) -> Patch {
        if let fault = posted.fault { throw fault }
        try checkRoom()
        var patch = Patch()
        var (next, changed, retitled): (UInt32, [ItemOrdinal], [SectionOrdinal]) = (0, [], [])
        var sections: [(id: SectionOrdinal, items: [ItemOrdinal])] = []
        for (place, section) in posted.sections.enumerated() {
            let ordinal = intern(section: posted.sectionIdentifiers[UInt32(place)], title: section.title)
            if title(of: ordinal) != section.title {
                retitle(ordinal, to: section.title)
                if snapshot.index(of: ordinal) != nil { retitled.append(ordinal) }
            }
            var items: [ItemOrdinal] = []
            items.reserveCapacity(section.itemCount)
            for raw in next..<next + UInt32(section.itemCount) {
                let content = posted.contents.item(raw, id: posted.items[raw])
                let (item, isChanged) = take(content)
                if isChanged { changed.append(item) }
                items.append(item)
            }
            next += UInt32(section.itemCount)
            sections.append((ordinal, items))
        }
        do throws(SnapshotError) {
            let order = try Snapshot(sections: sections)
            patch = snapshot.patch(to: order, reloaded: changed.filter(hasNewPicture), reconfigured: changed)
        } catch {
            preconditionFailure("identifiers without duplicates make an order with \(error)")
        }
        patch.reconfigureSections = retitled.sorted()
        if currentTitle != posted.title {
            retitle(to: posted.title)
            patch.changesTitle = true
        }
        return patch
    }

    /// Gives an item what it shows now. Marks that people set stay, laid over it.
    /// - Returns: its ordinal, and whether it is in the order and showed anything else.
    private mutating func take(_ given: SourceItem) -> (ItemOrdinal, isChanged: Bool) {
        var content = given
        content.attributes = JSONObject()
        guard let known = knownOrdinal(of: given.id), snapshot.contains(known) else {
            let ordinal = intern(given.id)
            show(KeptItem(attributes: given.attributes, content: content), of: ordinal)
            return (ordinal, false)
        }
        let current = kept(of: known)
        var shown = current.attributes
        ItemMarks(of: known, in: marks)?.lay(over: &shown)
        if current.content == content, shown == given.attributes || current.attributes == given.attributes {
            return (known, false)
        }
        show(KeptItem(attributes: given.attributes, content: content), of: known)
        return (known, true)
    }

    /// Records a change, unless keeping what it replaced would take as much memory as the collection: such a one cannot be undone.
    fileprivate mutating func recordUnlessLarge(_ patch: Patch) throws(GridError) -> Patch {
        if underway.contents.count > Self.undoLimit {
            (underway.contents, underway.titles) = ([:], .init())
        } else {
            return try record(patch)
        }
        try apply(patch)
        return patch
    }

    /// Maximum number of items whose contents are kept for the undo of one import.
    private static var undoLimit: Int { 10_000 }
}

extension Reason {
    static func importUnsupported(_ title: String) -> Reason {
        Reason(
            "import-unsupported",
            "Nothing can be imported into \(title): only collections that were posted take imports.",
            values: ["title": title])
    }
}
