import CollectionModel
import JSONText
import Prefetching

extension GridEngine {
    /// Has viewers show values of items that change often: beside the attributes, without a version, in memory alone.
    ///
    /// The last value wins. A viewer gets what has changed of the items in its window, at most once in 50 ms; one that comes later, or
    /// scrolls there later, gets what holds then. Values end with their item, with the collection, and with the server.
    /// - Parameters:
    ///   - values: by item and name, at most 16 KiB as JSON an item; `null` takes a value away. Items that the collection does not
    ///     have are passed over.
    ///   - id: the collection's identifier.
    /// - Returns: the number of items that the collection has.
    /// - Throws: `.notFound` when there is no such collection, `.invalid`, `.tooMany`, `.opening`; then nothing is shown.
    /// - Complexity: O(values) here, and once in 50 ms O(values that changed · log viewers + those who see them), and
    ///   O(viewers of the collection) where one of them has scrolled; any thread, never blocks.
    @discardableResult
    package func show(_ values: [String: JSONObject], in id: String) throws(GridError) -> Int {
        let collection = try served(id).collection
        collection.settleNames()
        let known = try collection.withOpenState { (state) throws(GridError) in
            values.filter { id, _ in
                state.items.ordinal(of: id).map { state.snapshot.contains(ItemOrdinal($0)) } ?? false
            }
        }
        guard !known.isEmpty else { return 0 }
        try liveValues.show(known.map { ($0.key, $0.value) }, in: collection)
        return known.count
    }

    /// Takes the values that a viewer's stream has not been told of: by item, the names that changed. Called when the stream is ready
    /// for them, on its thread.
    package func takeValues(of id: ViewerID) -> [String: JSONObject] { events.takeValues(of: id) }
}
