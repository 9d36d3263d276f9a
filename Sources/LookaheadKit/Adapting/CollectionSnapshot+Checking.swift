import CollectionModel
import GridEngine

extension SourceListing {
    /// The snapshot of a program's source, and its identifiers in its order where they were checked.
    init(_ snapshot: CollectionSnapshot, names: IdentifierTable? = nil) {
        self.init(sections: snapshot.sections, names: names)
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

    /// Checks that a collection can be made of it.
    /// - Returns: the identifiers in their order.
    /// - Throws: `CollectionError`, with the identifier that stands in it twice or is too long, or the number that is too large.
    func checkedNames() throws -> IdentifierTable {
        guard count <= limit else {
            throw CollectionError("too-many-items", "A snapshot has at most \(limit) items, and this one has \(count).")
        }
        if let fault { throw fault }
        var seen: Set<String> = []
        for section in sections {
            guard seen.insert(section.id).inserted else {
                throw CollectionError("duplicate-section", "The snapshot has the section “\(section.id)” twice.")
            }
        }
        var items = IdentifierTable(minimumCapacity: count)
        for section in sections {
            if let id = items.append(contentsOf: section.items.lazy.map(\.id)) {
                throw CollectionError("duplicate-item", "The snapshot has the item “\(id)” twice.")
            }
        }
        return items
    }

    /// - Throws: `bad-identifier`
    static func check(_ id: String) throws(CollectionError) {
        guard GivenItem.isIdentifier(id) else {
            throw CollectionError(
                "bad-identifier",
                "“\(id.prefix(40))” cannot be an identifier: 1 to 200 bytes, no control characters, not “.” or “..”.")
        }
    }
}
