/// The collection and the item that a content belongs to: renditions are made, kept and shared by this name.
package struct ContentName: Hashable, Sendable {
    package var collection: String
    package var item: String

    package init(collection: String, item: String) {
        self.collection = collection
        self.item = item
    }
}
