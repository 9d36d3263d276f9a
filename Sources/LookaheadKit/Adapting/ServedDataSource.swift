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

    /// - Parameters:
    ///   - base: the program's source.
    ///   - layout: the page's first one.
    ///   - marks: whether items can be marked.
    ///   - pictures: makes originals of what the source says of pictures; `nil` where there are none.
    init(_ base: any CollectionDataSource, layout: String?, marks: Bool, pictures: OriginalPictures?) {
        self.base = base
        let source = base as? any CollectionPictureSource
        hasPictures = source != nil
        picture = { id, cancellation throws(LoadFailure) in
            guard let source, let pictures else { throw .missing }
            return try pictures.original(of: id, from: source, cancellation: cancellation)
        }
        moving = base as? any CollectionMoving
        (id, title) = (base.id, base.title)
        capabilities = Capabilities(
            move: moving != nil, refresh: true, marks: marks, rate: marks ? ["like", "dislike"] : [], layout: layout)
    }

    var abilities: SourceAbilities {
        var abilities = SourceAbilities(gradual: self, contents: self, moves: moving == nil ? nil : self)
        abilities.revised = self
        abilities.ownsOrder = moving == nil || moving?.order == .source
        return abilities
    }

    func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        try list(cancellation: cancellation, progress: progress, part: { _ in })
    }

    /// What is known without reading; the engine's loads ask `items(for:)` for the rest.
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
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void,
        part: @escaping @Sendable (_ listing: () -> SourceListing) -> Void
    ) throws(SourceError) -> SourceListing {
        let base = base
        let result = Waiting.result(cancellation: cancellation) {
            var snapshot = CollectionSnapshot()
            snapshot.growing = { grown in part { SourceListing(grown) } }
            try await base.snapshot(into: &snapshot)
            return try snapshot.checked()
        }
        switch result {
        case .success(let snapshot):
            progress(snapshot.count)
            return SourceListing(snapshot)
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
    func mayMove(_ id: String) -> MovePermission {
        switch moving?.canMoveItem(id) {
        case nil, .allowed: .allowed
        case .refused(let sentence): .refused(Reason("source-refused", sentence))
        }
    }

    func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget {
        let place = CollectionPlace(section: proposed.section, index: proposed.item)
        guard let target = moving?.target(for: ProposedMove(id: id, target: place)) else { return proposed }
        return MoveTarget(section: target.section, item: target.index)
    }
}

extension SourceListing {
    /// The snapshot of a program's source.
    init(_ snapshot: CollectionSnapshot) {
        self.init(
            sections: snapshot.sections.map { section in
                Section(
                    id: section.id, title: section.title,
                    items: section.items.map { Entry(id: $0.id, revision: $0.revision) })
            })
    }
}

extension CollectionSnapshot {
    /// An order of the engine.
    init(_ order: Snapshot, _ names: any PatchIdentities) {
        self.init()
        var next = 0
        for index in 0..<order.numberOfSections {
            let section = names.section(order.section(at: index))
            appendSection(section.id, title: section.title)
            let items = next..<next + order.numberOfItems(inSection: index)
            order.forEachItem(inFlat: items) { _, _, item in append(names.itemID(item)) }
            next = items.upperBound
        }
    }

    /// The snapshot, if a collection can be made of it.
    /// - Throws: `CollectionError`, with the identifier that stands in it twice or is too long, or the number that is too large.
    func checked() throws -> CollectionSnapshot {
        guard count <= limit else {
            throw CollectionError("too-many-items", "A snapshot has at most \(limit) items, and this one has \(count).")
        }
        var seen: Set<String> = []
        for section in sections {
            guard seen.insert(section.id).inserted else {
                throw CollectionError("duplicate-section", "The snapshot has the section “\(section.id)” twice.")
            }
        }
        for id in seen { try Self.check(id) }
        var items = IdentifierTable(minimumCapacity: count)
        for section in sections {
            for item in section.items {
                try Self.check(item.id)
                guard items.intern(item.id).isNew else {
                    throw CollectionError("duplicate-item", "The snapshot has the item “\(item.id)” twice.")
                }
            }
        }
        return self
    }

    private static func check(_ id: String) throws {
        guard GivenItem.isIdentifier(id) else {
            throw CollectionError(
                "bad-identifier",
                "“\(id.prefix(40))” cannot be an identifier: 1 to 200 bytes, no control characters, not “.” or “..”.")
        }
    }
}
