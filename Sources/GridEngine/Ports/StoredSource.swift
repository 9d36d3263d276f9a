/// A source whose items are what the store remembers of its collection: there is nothing to list.
package protocol StoredSource: Sendable {
    /// Memory beside the collection's order and its identifiers.
    var sizeBytes: Int { get }

    /// Gives the collection another title. Called once it is durable.
    func rename(_ title: String)
}

extension Reason {
    package static let nothingToList = Reason(
        "nothing-to-list", "Posted items have no source to read again.")
}
