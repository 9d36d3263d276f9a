import CollectionModel
import JSONText

/// An item as it is given from outside.
package struct GivenItem: Sendable, Equatable {
    package var id: String
    /// `nil` where only the identifier was said, as in a snapshot.
    package var content: Content?

    package struct Content: Sendable, Equatable {
        package var title: String
        package var kind: String
        package var width: Int?
        package var height: Int?
        package var attributes: JSONObject

        package init(
            title: String, kind: String = "plain", width: Int? = nil, height: Int? = nil,
            attributes: JSONObject = JSONObject()
        ) {
            self.title = title
            self.kind = kind
            self.width = width
            self.height = height
            self.attributes = attributes
        }
    }

    package init(id: String, content: Content? = nil) {
        self.id = id
        self.content = content
    }
}

/// A section as it is given from outside, with its items in order.
package struct GivenSection: Sendable, Equatable {
    package var id: String
    package var title: String
    package var items: [GivenItem]

    package init(id: String, title: String, items: [GivenItem] = []) {
        self.id = id
        self.title = title
        self.items = items
    }
}

/// A batch update as it comes from outside: items and sections by name, places as in `BatchUpdate`.
package struct NamedBatch: Sendable {
    package struct Insert: Sendable {
        package var atAfter: IndexPath
        package var item: GivenItem

        package init(atAfter: IndexPath, item: GivenItem) {
            self.atAfter = atAfter
            self.item = item
        }
    }

    package struct SectionInsert: Sendable {
        package var atAfter: Int
        package var section: GivenSection

        package init(atAfter: Int, section: GivenSection) {
            self.atAfter = atAfter
            self.section = section
        }
    }

    /// The members that need no names; its inserts and reconfigures are empty.
    package var places = BatchUpdate()
    package var inserts: [Insert] = []
    package var insertSections: [SectionInsert] = []
    package var reconfigures: [String] = []
    /// The version that the places before count in, when it is not the newest.
    package var version: Int?

    package init() {}
}
