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

/// Rows of an identifier table, ascending by ordinal: a list, or the end of a table, of which none is made unless somebody asks for it.
package struct StoredIdentifiers: RandomAccessCollection, ExpressibleByArrayLiteral, Sendable, Equatable {
    private enum Rows {
        case list([StoredIdentifier])
        /// From the identifier at `first` on, which has another ordinal among all identifiers.
        case table(IdentifierTable, first: Int, ordinal: UInt32)
    }

    private var rows: Rows
    package let startIndex = 0
    package private(set) var endIndex: Int

    package init(_ list: [StoredIdentifier]) {
        rows = .list(list)
        endIndex = list.count
    }

    package init(arrayLiteral elements: StoredIdentifier...) { self.init(elements) }

    /// - Parameters:
    ///   - table: the rows' identifiers.
    ///   - first: the place of the first row in it; all behind it follow.
    ///   - ordinal: the first row's, where that is another than its place.
    package init(of table: IdentifierTable, from first: Int, ordinal: UInt32? = nil) {
        rows = .table(table, first: first, ordinal: ordinal ?? UInt32(first))
        endIndex = table.count - first
    }

    package subscript(index: Int) -> StoredIdentifier {
        switch rows {
        case .list(let list): list[index]
        case .table(let table, let first, let ordinal):
            StoredIdentifier(ordinal: ordinal + UInt32(index), id: table[UInt32(first + index)])
        }
    }

    package func ordinal(at index: Int) -> UInt32 {
        switch rows {
        case .list(let list): list[index].ordinal
        case .table(_, _, let ordinal): ordinal + UInt32(index)
        }
    }

    package mutating func append(_ row: StoredIdentifier) {
        var list: [StoredIdentifier] = []
        if case .list(let rows) = rows { list = rows } else { list = Array(self) }
        // The only reference from here on: nothing is copied.
        rows = .list([])
        list.append(row)
        rows = .list(list)
        endIndex += 1
    }

    /// The identifiers of a range as `IdentifierTable` writes a run; `nil` of a list.
    package func run(_ range: Range<Int>) -> [UInt8]? {
        guard case .table(let table, let first, _) = rows else { return nil }
        return table.run(of: UInt32(first + range.lowerBound)..<UInt32(first + range.upperBound))
    }

    package static func == (one: Self, other: Self) -> Bool { one.elementsEqual(other) }
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
