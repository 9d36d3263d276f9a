import CollectionStore
import GridEngine
import SharedStore

/// Copies collections between a data folder, which nobody uses meanwhile, and a database.
enum StoreCopy {
    /// Copies all collections of a data folder that has just been filled, and so has no changes: all or none, even if killed.
    /// - Throws: `.failed` when the database has one of them; what either store throws.
    static func copyAll(of source: SQLiteStore, to target: SharedStore) throws(StoreError) {
        let posted = Dictionary(uniqueKeysWithValues: try source.postedCollections().map { ($0.id, $0.title) })
        let found: String?
        do throws(StoreError) {
            found = try target.create(source.collections) { (name) throws(StoreError) in
                guard let stored = try source.restore(name) else { return nil }
                return SharedStore.Copy(
                    order: try stored.firstOrder(postedTitle: posted[name]), traces: stored.traces,
                    queries: stored.savedQueries)
            }
        } catch .diskFull {
            // Not that of the copy, which is what callers of a data folder would say.
            throw .failed("The disk of the database is full. Nothing was imported.")
        }
        guard let found else { return }
        throw .failed("The database has the collection \(found) already. Nothing was imported.")
    }

    /// Copies collections of a database, each as of one moment, to an empty data folder. Holds one in memory at a time.
    /// - Parameters:
    ///   - wanted: their identifiers; empty for all.
    ///   - source: servers of it may run.
    ///   - target: takes what a backup needs: the order, sections, items with their attributes and files, and saved queries.
    /// - Throws: `.failed` when the database lacks one of them; what either store throws.
    static func copy(_ wanted: Set<String>, of source: SharedStore, to target: SQLiteStore) throws(StoreError) {
        let known = try source.collections()
        if let missing = wanted.subtracting(known).sorted().first {
            throw .failed("There is no collection \(missing) in the database.")
        }
        for name in known where wanted.isEmpty || wanted.contains(name) {
            // Somebody may have removed it meanwhile.
            guard let stored = try source.restore(name) else { continue }
            let order = try stored.firstOrder(postedTitle: stored.checkpoint.postedTitle)
            _ = try target.create(order, cancellation: Cancellation())
            let head = StoredHead(version: stored.checkpoint.version)
            _ = try target.commit([StoredAppend(collection: name, head: head, changes: stored.changes)])
            try target.keep(stored.traces, of: name)
            for query in stored.savedQueries { try target.save(query, of: name) }
        }
    }
}

extension StoredCollection {
    /// The checkpoint with all that belongs to it, for a store that does not have the collection.
    /// - Throws: `.damaged`
    fileprivate func firstOrder(postedTitle: String?) throws(StoreError) -> StoredOrder {
        var book = MarkBook(itemCount: items.count)
        do {
            for part in marks { try book.take(part) }
        } catch {
            throw .damaged("The marks of \(checkpoint.collection) cannot be read: \(error)")
        }
        var order = checkpoint
        order.newItems = StoredIdentifiers(of: items, from: 0)
        order.newSections = sections
        order.attributes = attributes
        order.marks = book.parts
        order.postedTitle = postedTitle
        return order
    }
}
