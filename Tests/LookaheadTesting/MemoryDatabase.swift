import GridEngine
import Synchronization

/// What the memory stores of several servers share.
package final class MemoryDatabase: Sendable {
    struct State {
        var collections: [String: StoredCollection] = [:]
        var notes: [String: [StoredNote: String]] = [:]
        var log: [String: [Row]] = [:]
        /// By collection and part.
        var marks: [String: [Int: [UInt8]]] = [:]
        var posted: [StoredPostedCollection] = []
        var deleted: [String: Deleted] = [:]
        var listeners: [ObjectIdentifier: @Sendable (StoreNews) -> Void] = [:]
        var lastStamp: Int64 = 0
    }

    struct Deleted {
        var posted: StoredPostedCollection
        var stored: StoredCollection
        var log: [Row]?
        var marks: [Int: [UInt8]]?
    }

    /// A change, with the stamps of its append and of the one before.
    struct Row {
        var before: Int64
        var stamp: Int64
        var change: StoredChange
    }

    let state = Mutex(State())

    package init() {}

    /// Sets a collection back by some changes, as restoring an older backup does, so that other changes follow.
    package func setBack(_ collection: String, by count: Int) {
        state.withLock { state in
            guard var stored = state.collections[collection] else { return }
            stored.changes.removeLast(count)
            state.log[collection]?.removeLast(count)
            state.collections[collection] = stored
            state.setHead(of: collection)
        }
    }
}

extension MemoryDatabase.State {
    /// Reports to all stores but one, in the order in which things happen.
    func report(_ news: StoreNews, notTo store: MemoryStore) {
        for (name, listener) in listeners where name != ObjectIdentifier(store) { listener(news) }
    }

    mutating func append(_ append: StoredAppend) -> AppendOutcome {
        guard let stored = collections[append.collection] else { return .gone }
        guard stored.head == append.head else { return news(of: append.collection, after: append.head) }
        lastStamp += 1
        var before = stored.head.stamp
        for change in append.changes {
            log[append.collection, default: []].append(.init(before: before, stamp: lastStamp, change: change))
            add(change)
            before = lastStamp
        }
        setHead(of: append.collection)
        return .stored(collections[append.collection]!.head)
    }

    func news(of collection: String, after head: StoredHead) -> AppendOutcome {
        guard let stored = collections[collection] else { return .gone }
        if stored.head == head { return .stored(head) }
        return rows(of: collection, after: head).map { .overtaken($0.map(\.change), stored.head) } ?? .lost
    }

    /// `nil` when they do not follow on the head.
    private func rows(of collection: String, after head: StoredHead) -> [MemoryDatabase.Row]? {
        let rows = (log[collection] ?? []).filter { $0.change.version > head.version }
        guard let first = rows.first, first.change.version == head.version + 1, first.before == head.stamp else {
            return nil
        }
        return rows
    }

    mutating func setHead(of collection: String) {
        let last = log[collection]?.last
        let checkpoint = collections[collection]?.checkpoint.version ?? 0
        collections[collection]?.head = StoredHead(
            version: last?.change.version ?? checkpoint, stamp: last?.stamp ?? 0)
    }

    private mutating func add(_ change: StoredChange) {
        guard var stored = collections[change.collection] else { return }
        stored.changes.append(change)
        _ = stored.items.append(contentsOf: change.newItems.map(\.id))
        for section in change.newSections {
            if section.ordinal < stored.sections.count {
                stored.sections[Int(section.ordinal)] = section
            } else {
                stored.sections.append(section)
            }
        }
        if let title = change.title {
            for index in posted.indices where posted[index].id == change.collection { posted[index].title = title }
        }
        stored.set(change.attributes)
        stored.revisions += change.revisions
        collections[change.collection] = stored
    }
}

extension StoredCollection {
    mutating func set(_ new: [StoredChange.Attributes]) {
        let changed = Set(new.map(\.item))
        attributes.removeAll { changed.contains($0.item) }
        attributes += new
    }
}
