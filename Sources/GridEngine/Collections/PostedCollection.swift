/// A collection to be created: everything in it.
package struct PostedCollection: Sendable {
    package var id: String
    package var title: String
    package var sections: [GivenSection]

    /// Maximum items of one posted collection when it is created.
    package static let itemLimit = 1_000_000

    package init(id: String, title: String, sections: [GivenSection]) {
        self.id = id
        self.title = title
        self.sections = sections
    }

    /// Makes the source of a posted collection by identifier and title.
    package typealias SourceFactory = @Sendable (_ id: String, _ title: String) -> any PostedSource
}
