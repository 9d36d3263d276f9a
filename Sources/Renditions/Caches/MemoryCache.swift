import GridEngine
import Synchronization

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
        let bytes = rendition.bytes.count + Self.entryOverheadBytes
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
