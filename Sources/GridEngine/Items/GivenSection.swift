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
