/// A query that people keep beside a collection, under a name of its own.
package struct SavedQuery: Sendable, Equatable {
    /// Unique in its collection: 1–200 bytes, as an item's identifier.
    package var name: String
    package var title: String
    /// The query as JSON. Stores keep it as it is.
    package var document: String

    /// - Parameters:
    ///   - name: unique in its collection.
    ///   - title: for people.
    ///   - document: the query as JSON.
    package init(name: String, title: String, document: String) {
        self.name = name
        self.title = title
        self.document = document
    }
}
