import CollectionModel
import GridEngine
import JSONText

/// A program's data source as the engine asks it.
final class ServedDataSource: ItemSource {
    let base: any CollectionDataSource
    let id: String
    let title: String
    let capabilities: Capabilities
    let demand = Broadcast<ItemDemand>()
    private let moving: (any CollectionMoving)?
    /// Whether its items have pictures.
    private let hasPictures: Bool
    private let picture: @Sendable (String, Cancellation) throws(LoadFailure) -> Original
    /// The changes that the source has not taken over yet.
    private let pending: @Sendable () -> [CollectionChange]

    /// - Parameters:
    ///   - base: the program's source.
    ///   - layout: the page's first one.
    ///   - marks: whether items can be marked.
    ///   - pictures: makes originals of what the source says of pictures; `nil` where there are none.
    ///   - pending: returns the changes that the source has not taken over yet.
    init(
        _ base: any CollectionDataSource, layout: CollectionLayout, marks: Bool, pictures: OriginalPictures?,
        pending: @escaping @Sendable () -> [CollectionChange] = { [] }
    ) {
        (self.base, self.pending) = (base, pending)
        let source = base as? any CollectionPictureSource
        hasPictures = source != nil
        picture = { id, cancellation throws(LoadFailure) in
            guard let source, let pictures else { throw .missing }
            return try pictures.original(of: id, from: source, cancellation: cancellation)
        }
        moving = base as? any CollectionMoving
        (id, title) = (base.id, base.title)
        capabilities = Capabilities(
            move: moving != nil, refresh: true, marks: marks, rate: marks ? ["like", "dislike"] : [],
            layout: layout.kind, layoutOptions: layout.options)
    }

    var abilities: SourceAbilities {
        SourceAbilities(
            gradual: self, contents: self, revised: self, moves: moving == nil ? nil : self,
            ownsOrder: moving == nil || moving?.order == .source,
            pictureMask: hasPictures ? ListedRevision.pictureMask : 0, plainRevision: ListedRevision.plain)
    }

    /// A snapshot as the collection shows it: with what people moved and a source of its own order has not taken over yet. Its names were
    /// checked.
    func listing(of snapshot: CollectionSnapshot, names: IdentifierTable) -> SourceListing {
        let pending = moving?.order == .source ? pending() : []
        var listing = SourceListing(snapshot, names: names)
        // What the log has forgotten lies in the stored order alone, until the source has read it.
        listing.keepsOrder = pending.contains { $0.operations == [.forgotten] }
        return listing.keepsOrder || pending.isEmpty ? listing : SourceListing(snapshot.showing(pending))
    }

    func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        let listing = try listing(cancellation)
        progress(listing.sections.reduce(0) { $0 + $1.items.count })
        return listing
    }

    /// The item as far as it is known without reading; the engine's loads ask `items(for:)` for the rest.
    func item(_ id: String) -> SourceItem? {
        SourceItem(id: id, title: "", kind: base.kind, revision: 0, hasImage: hasPictures)
    }

    func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        try picture(id, cancellation)
    }

    private func shown(_ item: CollectionItem) -> SourceItem {
        SourceItem(
            id: item.id, title: item.title, kind: item.kind ?? base.kind, revision: 1, width: item.width,
            height: item.height, attributes: JSONObject(item.attributes), hasImage: hasPictures)
    }
}

extension ServedDataSource: GradualSource {
    func list(
        cancellation: Cancellation, progress: @escaping @Sendable (_ found: Int) -> Void,
        part: @escaping @Sendable (_ listing: () -> SourceListing) -> Void
    ) throws(SourceError) -> SourceListing {
        try listing(cancellation) { grown in
            // A part is due when more was found.
            progress(grown.count)
            part { SourceListing(grown) }
        }
    }

    private func listing(
        _ cancellation: Cancellation, growing: (@Sendable (CollectionSnapshot) -> Void)? = nil
    ) throws(SourceError) -> SourceListing {
        let result = Waiting.result(cancellation: cancellation) { [self] in
            var snapshot = CollectionSnapshot()
            snapshot.growing = growing
            try await base.snapshot(into: &snapshot)
            return try listing(of: snapshot, names: snapshot.checkedNames())
        }
        switch result {
        case .success(let listing): return listing
        case .failure(is CancellationError): throw .cancelled
        case .failure(let error): throw .unreadable(Reason(of: error))
        }
    }
}

extension ServedDataSource: RevisedSource {
    func revision() throws(SourceError) -> String? {
        let base = base
        switch Waiting.result(of: { try await base.revision() }) {
        case .success(let revision): return revision
        case .failure(let error): throw .unreadable(Reason(of: error))
        }
    }
}

extension ServedDataSource: ContentSource {
    func items(for ids: [String]) async throws -> [SourceItem] {
        demand.send(.prefetch(ids))
        do {
            return try await withTaskCancellationHandler {
                try await base.items(for: ids).map(shown)
            } onCancel: {
                demand.send(.cancel(ids))
            }
        } catch let error as CollectionError {
            throw LoadFailure.unavailable(Reason(of: error))
        }
    }
}

extension ServedDataSource: MoveRules {
    func mayMove(_ id: String, by author: EngineAuthor) -> MovePermission {
        switch moving?.canMoveItem(id, by: ChangeAuthor(id: author.id, isProgram: author.isProgram)) {
        case nil, .allowed: .allowed
        case .refused(let sentence): .refused(Reason(CollectionError.refusalCode, sentence))
        }
    }

    func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget {
        let place = CollectionPlace(section: proposed.section, index: proposed.item)
        guard let target = moving?.target(for: ProposedMove(id: id, target: place)) else { return proposed }
        return MoveTarget(section: target.section, item: target.index)
    }
}
