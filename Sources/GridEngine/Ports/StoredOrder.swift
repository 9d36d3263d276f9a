import CollectionModel

/// The whole order at one version: sections by ordinal with their items' ordinals.
package struct StoredOrder: Sendable {
    package struct Section: Sendable, Equatable {
        package var ordinal: UInt32
        package var items: [UInt32]

        package init(ordinal: UInt32, items: [UInt32]) {
            self.ordinal = ordinal
            self.items = items
        }
    }

    package var collection: String
    package var version: Int
    package var sections: [Section]
    /// Identifier rows that were not stored before.
    package var newItems: StoredIdentifiers
    package var newSections: [StoredSection]
    /// Attributes of items, as changes have them: those of a new collection's posted items.
    package var attributes: any AttributeRows
    /// The parts of the marks that have changed since the checkpoint before; the others stay.
    package var marks: [StoredMarks]
    /// The title of a posted collection, with its first order; `nil` leaves what is stored.
    package var postedTitle: String?
    /// The key that it was posted under.
    package var postingKey: String?

    package init(
        collection: String, version: Int, sections: [Section], newItems: StoredIdentifiers = [],
        newSections: [StoredSection] = [], attributes: any AttributeRows = [StoredChange.Attributes](),
        marks: [StoredMarks] = [], postedTitle: String? = nil,
        postingKey: String? = nil
    ) {
        self.collection = collection
        self.version = version
        self.sections = sections
        self.newItems = newItems
        self.newSections = newSections
        self.attributes = attributes
        self.marks = marks
        self.postedTitle = postedTitle
        self.postingKey = postingKey
    }
}

/// The marks of a number of consecutive ordinals, as the engine writes them.
package struct StoredMarks: Sendable, Equatable {
    package var part: Int
    package var bytes: [UInt8]

    package init(part: Int, bytes: [UInt8]) {
        self.part = part
        self.bytes = bytes
    }
}

/// Attributes of items, each made when it is stored: a new collection has them for millions.
package protocol AttributeRows: Sequence<StoredChange.Attributes>, Sendable {}

extension [StoredChange.Attributes]: AttributeRows {}

/// Rows of an identifier table, ascending by ordinal: a list, or the end of a table, of which each is made when it is stored.
package struct StoredIdentifiers: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable {
    private enum Rows {
        case list([StoredIdentifier])
        case table(IdentifierTable, first: Int)
    }

    private let rows: Rows
    package let startIndex = 0
    package let endIndex: Int

    package init(_ list: [StoredIdentifier]) {
        rows = .list(list)
        endIndex = list.count
    }

    package init(arrayLiteral elements: StoredIdentifier...) { self.init(elements) }

    /// All of a table from an ordinal on.
    package init(of table: IdentifierTable, from first: Int) {
        rows = .table(table, first: first)
        endIndex = table.count - first
    }

    package subscript(index: Int) -> StoredIdentifier {
        switch rows {
        case .list(let list): list[index]
        case .table(let table, let first):
            StoredIdentifier(ordinal: UInt32(first + index), id: table[UInt32(first + index)])
        }
    }
}

/// A new row of an identifier table: external identifier ↔ dense ordinal, for ever.
package struct StoredIdentifier: Sendable, Equatable {
    package var ordinal: UInt32
    package var id: String

    package init(ordinal: UInt32, id: String) {
        self.ordinal = ordinal
        self.id = id
    }
}

package struct StoredSection: Sendable, Equatable {
    package var ordinal: UInt32
    package var id: String
    package var title: String

    package init(ordinal: UInt32, id: String, title: String) {
        self.ordinal = ordinal
        self.id = id
        self.title = title
    }
}
