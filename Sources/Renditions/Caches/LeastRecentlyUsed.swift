import GridEngine
import Synchronization

/// A dictionary that knows in which order its entries were last used, and how many bytes they take together.
///
/// Every operation is O(1): entries are in one array and linked through it, most recent first.
/// Not safe across threads; its owner holds a lock.
struct LeastRecentlyUsed<Key: Hashable, Value> {
    private struct Entry {
        var key: Key
        var value: Value?
        var bytes: Int
        var newer: Int32
        var older: Int32
    }

    private var places: [Key: Int32] = [:]
    private var entries: [Entry] = []
    private var free: [Int32] = []
    private var newest: Int32 = -1
    private var oldest: Int32 = -1
    private(set) var bytes = 0

    var count: Int { places.count }

    /// The value, which becomes the most recently used.
    mutating func use(_ key: Key) -> Value? {
        guard let place = places[key] else { return nil }
        if place != newest {
            unlink(place)
            linkAsNewest(place)
        }
        return entries[Int(place)].value
    }

    func contains(_ key: Key) -> Bool { places[key] != nil }

    /// Puts the value in front; an older one under the same key leaves.
    mutating func insert(_ value: Value, bytes: Int, for key: Key) {
        remove(key)
        let entry = Entry(key: key, value: value, bytes: bytes, newer: -1, older: -1)
        let place: Int32
        if let freed = free.popLast() {
            place = freed
            entries[Int(place)] = entry
        } else {
            place = Int32(entries.count)
            entries.append(entry)
        }
        places[key] = place
        self.bytes += bytes
        linkAsNewest(place)
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        bytes -= entries[Int(place)].bytes
        free.append(place)
        defer { entries[Int(place)].value = nil }
        return entries[Int(place)].value
    }

    /// Takes the least recently used entry out.
    mutating func removeOldest() -> (key: Key, bytes: Int)? {
        guard oldest >= 0 else { return nil }
        let (key, bytes) = (entries[Int(oldest)].key, entries[Int(oldest)].bytes)
        remove(key)
        return (key, bytes)
    }

    private mutating func unlink(_ place: Int32) {
        let entry = entries[Int(place)]
        if entry.newer >= 0 { entries[Int(entry.newer)].older = entry.older } else { newest = entry.older }
        if entry.older >= 0 { entries[Int(entry.older)].newer = entry.newer } else { oldest = entry.newer }
    }

    private mutating func linkAsNewest(_ place: Int32) {
        entries[Int(place)].newer = -1
        entries[Int(place)].older = newest
        if newest >= 0 { entries[Int(newest)].newer = place } else { oldest = place }
        newest = place
    }
}

/// Prepared pictures in memory, bounded in bytes; the least recently used leaves first. Any thread, O(1).
final class MemoryCache: Sendable {
    /// The cost of an entry in addition to its bytes: key, link, table.
    static let entryOverheadBytes = 200

    let limitBytes: Int
    private let entries = Mutex(LeastRecentlyUsed<RenditionKey, Rendition>())

    init(limitBytes: Int) {
        self.limitBytes = limitBytes
    }

    func rendition(for key: RenditionKey) -> Rendition? {
        entries.withLock { $0.use(key) }
    }

    func insert(_ rendition: Rendition, for key: RenditionKey) {
        let bytes = rendition.bytes.count + (rendition.texel?.rgb.count ?? 0) + Self.entryOverheadBytes
        // One that is larger than the whole cache would only empty it.
        guard bytes <= limitBytes else { return }
        entries.withLock { entries in
            entries.insert(rendition, bytes: bytes, for: key)
            while entries.bytes > limitBytes { _ = entries.removeOldest() }
        }
    }

    var size: (entries: Int, bytes: Int) {
        entries.withLock { ($0.count, $0.bytes) }
    }
}
