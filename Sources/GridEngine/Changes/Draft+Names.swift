import CollectionModel

/// A whole order as it comes from outside.
package struct NamedOrder: Sendable {
    package var sections: [GivenSection]
    /// The version that it was made from, when it is not the newest.
    package var version: Int?

    package init(sections: [GivenSection], version: Int? = nil) {
        self.sections = sections
        self.version = version
    }
}

extension GivenItem {
    /// An item's attributes as JSON.
    package static let attributesLimitBytes = 16_384
}

/// Names become ordinals.
extension Draft {
    /// A batch by ordinals. Inserted items and sections are given theirs.
    mutating func resolve(_ batch: NamedBatch) throws(GridError) -> BatchUpdate {
        var update = batch.places
        for insert in batch.inserts {
            update.inserts.append(.init(atAfter: insert.atAfter, item: take(insert.item)))
        }
        for insert in batch.insertSections {
            let section = insert.section
            update.insertSections.append(
                .init(
                    atAfter: insert.atAfter, section: intern(section: section.id, title: section.title),
                    items: section.items.map { take($0) }))
        }
        for (index, id) in batch.reconfigures.enumerated() {
            guard let ordinal = knownOrdinal(of: id) else {
                let error = GridError.notFound(.item, id: id)
                throw .invalid(.operation(.init(.reconfigures, index)), error.reason)
            }
            update.reconfigures.append(ordinal)
        }
        return update
    }

    /// The snapshot of an order, and the items that are given other contents than they have.
    mutating func resolve(_ order: NamedOrder) throws(GridError) -> (snapshot: Snapshot, changed: [ItemOrdinal]) {
        let takesItems = collection.source is any PostedSource
        var changed: [ItemOrdinal] = []
        var sections: [(id: SectionOrdinal, items: [ItemOrdinal])] = []
        for (place, section) in order.sections.enumerated() {
            let known = knownOrdinal(ofSection: section.id)
            guard takesItems || known != nil else {
                throw .unsupported(.sectionsUnsupported(collection.source.title), .section(place))
            }
            var items: [ItemOrdinal] = []
            items.reserveCapacity(section.items.count)
            for (index, item) in section.items.enumerated() {
                if let known = knownOrdinal(of: item.id), snapshot.contains(known) || !takesItems {
                    if takesItems, change(known, to: item.content) { changed.append(known) }
                    items.append(known)
                } else if takesItems {
                    items.append(take(item))
                } else {
                    throw .unsupported(
                        .insertsUnsupported(collection.source.title), .item(section: place, item: index))
                }
            }
            sections.append((known ?? intern(section: section.id, title: section.title), items))
        }
        do throws(SnapshotError) {
            return (try Snapshot(sections: sections), changed)
        } catch {
            throw duplicate(error, in: order)
        }
    }

    private func duplicate(_ error: SnapshotError, in order: NamedOrder) -> GridError {
        switch error {
        case .duplicateItem(let ordinal):
            let name = name(of: ordinal)
            let section = order.sections.lastIndex { $0.items.contains { $0.id == name } } ?? 0
            let item = order.sections[section].items.lastIndex { $0.id == name } ?? 0
            return .invalid(.itemID(section: section, item: item), .itemDuplicate(name))
        case .duplicateSection(let ordinal):
            let name = name(of: ordinal)
            let place = order.sections.lastIndex { $0.id == name } ?? 0
            return .invalid(.sectionID(place), .sectionDuplicate(name))
        }
    }

    // MARK: Contents

    /// The ordinal of an item that is inserted, with what it shows from then on.
    private mutating func take(_ item: GivenItem) -> ItemOrdinal {
        let ordinal = intern(item.id)
        let content = item.content ?? GivenItem.Content(title: item.id)
        show(.init(attributes: content.attributes, item: content.sourceItem(item.id)), of: ordinal)
        return ordinal
    }

    /// Whether this makes another item of one that is there. What is not said stays.
    private mutating func change(_ ordinal: ItemOrdinal, to content: GivenItem.Content?) -> Bool {
        guard let content else { return false }
        let item = content.sourceItem(name(of: ordinal))
        guard self.content(of: ordinal) != item || overlay(of: ordinal).attributes != content.attributes else {
            return false
        }
        show(.init(attributes: content.attributes, item: item), of: ordinal)
        return true
    }
}
