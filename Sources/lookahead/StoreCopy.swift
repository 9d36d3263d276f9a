import CollectionStore
import GridEngine
import SharedStore

/// Copies the collections of a data folder that has just been filled, and so has no changes, to a database that has none of them.
struct StoreCopy {
    let source: SQLiteStore
    let target: SharedStore

    /// All of them, or none, also when this process is killed.
    /// - Throws: `.failed` when the database has one of them; what either store throws.
    func run() throws(StoreError) {
        let posted = Dictionary(uniqueKeysWithValues: try source.postedCollections().map { ($0.id, $0.title) })
        let found = try target.create(source.collections) { (name) throws(StoreError) in
            try read(name, title: posted[name])
        }
        guard let found else { return }
        throw .failed("The database has the collection \(found) already. Nothing was imported.")
    }

    private func read(_ name: String, title: String?) throws(StoreError) -> SharedStore.Copy? {
        guard let stored = try source.restore(name) else { return nil }
        var book = MarkBook(itemCount: stored.items.count)
        do {
            for part in stored.marks { try book.take(part) }
        } catch {
            throw .damaged("The marks of \(name) cannot be read: \(error)")
        }
        var order = stored.checkpoint
        order.newItems = StoredIdentifiers(
            stored.items.enumerated().map { StoredIdentifier(ordinal: UInt32($0.offset), id: $0.element) })
        order.newSections = stored.sections
        order.attributes = stored.attributes
        order.marks = book.parts
        order.postedTitle = title
        return SharedStore.Copy(order: order, traces: stored.traces, queries: stored.savedQueries)
    }
}
