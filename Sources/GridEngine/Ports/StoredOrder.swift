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
    package var newItems: [StoredIdentifier]
    package var newSections: [StoredSection]
    /// Attributes of items, as changes have them: those of a new collection's posted items.
    package var attributes: [StoredChange.Attributes]
    /// The title of a posted collection, with its first order; `nil` leaves what is stored.
    package var postedTitle: String?
    /// The key that it was posted under.
    package var postingKey: String?

    package init(
        collection: String, version: Int, sections: [Section], newItems: [StoredIdentifier] = [],
        newSections: [StoredSection] = [], attributes: [StoredChange.Attributes] = [], postedTitle: String? = nil,
        postingKey: String? = nil
    ) {
        self.collection = collection
        self.version = version
        self.sections = sections
        self.newItems = newItems
        self.newSections = newSections
        self.attributes = attributes
        self.postedTitle = postedTitle
        self.postingKey = postingKey
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
