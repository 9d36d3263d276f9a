import CollectionModel

/// A source whose items come through the interface. The engine keeps durable what it is given and hands it back at a start;
/// there is nothing to list.
package protocol PostedSource: ItemSource {
    /// Takes over what items show from now on, by identifier. Called once they are durable, before anyone sees them.
    func adopt(_ items: [SourceItem])
}

/// A collection to be created: everything in it.
package struct PostedCollection: Sendable {
    package var id: String
    package var title: String
    package var sections: [GivenSection]

    package init(id: String, title: String, sections: [GivenSection]) {
        self.id = id
        self.title = title
        self.sections = sections
    }

    /// Makes the source of a posted collection by identifier and title.
    package typealias SourceFactory = @Sendable (_ id: String, _ title: String) -> any PostedSource
}

extension GivenItem.Content {
    func sourceItem(_ id: String) -> SourceItem {
        SourceItem(id: id, title: title, kind: kind, revision: 1, width: width, height: height, hasImage: false)
    }
}
