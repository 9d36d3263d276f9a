import CollectionModel

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
