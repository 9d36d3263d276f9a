/// An item that its source lists under another identifier than its own: its file was renamed, and it is the same item.
package struct ListedName: Sendable, Equatable {
    package var id: String
    /// `nil` when it is its own again.
    package var listedAs: String?

    package init(id: String, listedAs: String?) {
        self.id = id
        self.listedAs = listedAs
    }
}
