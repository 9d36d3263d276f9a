import CollectionStore
import GridEngine
import SharedStore

/// Copies the collections of a data folder that has just been filled, and so has no changes, to a database that has none of them.
struct StoreCopy {
    let source: SQLiteStore
    let target: SharedStore

    /// All of them, or none.
    /// - Throws: `.failed` when the database has one of them; what either store throws.
    func run() throws(StoreError) {
        let names = source.collections
        for name in names where try target.restoreOrder(name) != nil { throw Self.isThere(name) }
        let posted = try source.postedCollections()
        var copied: [String] = []
        do throws(StoreError) {
            for name in names {
                try copy(name, title: posted.first { $0.id == name }?.title)
                copied.append(name)
            }
        } catch {
            for name in copied { try target.remove(name) }
            throw error
        }
    }

    private static func isThere(_ name: String) -> StoreError {
        .failed("The database has the collection \(name) already. Nothing was imported.")
    }

    private func copy(_ name: String, title: String?) throws(StoreError) {
        guard let stored = try source.restore(name) else { return }
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
        guard try target.create(order, cancellation: Cancellation()) != nil else { throw Self.isThere(name) }
        try target.keep(stored.traces, of: name)
        for query in stored.savedQueries { try target.save(query, of: name) }
    }
}
