import Glibc
import GridEngine
import Synchronization

/// Renditions on disk, bounded in bytes; the least recently used leaves first, also over restarts. Any thread; blocks
/// on the disk.
///
/// One file an entry, named by a hash of its key, in 256 folders. A file holds its whole key and a checksum: a file that is
/// damaged, incomplete or of another key is a miss. Nothing is flushed: what a power failure loses is made again.
final class DiskCache: Sendable {
    let limitBytes: Int
    /// Bytes of the limit that texels take.
    private let reservedBytes = Atomic(0)
    let root: DiskCacheFolder
    private let scanner = WorkerThreads(count: 1)
    private let state = Mutex(State())

    private struct State {
        var entries = LeastRecentlyUsed<UInt128, Void>()
        var writeFailures = 0
        var nextTemporary = 0
        var isScanned = false
        var isStopped = false
    }

    /// Serves at once; what earlier runs left is counted in the background.
    init(folder: String, limitBytes: Int) {
        self.limitBytes = limitBytes
        root = DiskCacheFolder(path: folder)
        root.make()
        scanner.run { [weak self] in self?.scan() }
        scanner.stop()
    }

    /// Leaves as many bytes of the limit to something else.
    func reserve(_ bytes: Int) {
        reservedBytes.store(min(bytes, limitBytes / 2), ordering: .relaxed)
        evict()
    }

    /// The scan ends early.
    func stop() { state.withLock { $0.isStopped = true } }

    /// Entries and bytes that are known of, and how many writes failed.
    var size: (entries: Int, bytes: Int, writeFailures: Int) {
        state.withLock { ($0.entries.count, $0.entries.bytes, $0.writeFailures) }
    }

    /// Whether what earlier runs left has been counted, and brought within the limit.
    var isScanned: Bool { state.withLock { $0.isScanned } }

    /// Whether there is an entry, damaged or not. Does not count as an access.
    func contains(_ key: RenditionKey) -> Bool { root.contains(DiskCacheEntry.name(of: key)) }

    func rendition(for key: RenditionKey) -> Rendition? {
        let name = DiskCacheEntry.name(of: key)
        guard let bytes = root.read(name) else {
            forget(name)
            return nil
        }
        guard let rendition = DiskCacheEntry.rendition(in: bytes, for: key) else {
            root.remove(name)
            forget(name)
            return nil
        }
        state.withLock { state in
            // Known already, or left by an earlier run that is not counted yet, or by another process.
            if state.entries.use(name) == nil { state.entries.insert((), bytes: bytes.count, for: name) }
        }
        return rendition
    }

    /// Writes an entry whole or not at all, and makes room for it.
    func insert(_ rendition: Rendition, for key: RenditionKey) {
        let bytes = DiskCacheEntry.bytes(of: rendition, for: key)
        guard bytes.count <= limitBytes else { return }
        let name = DiskCacheEntry.name(of: key)
        let temporary = state.withLock { state in
            state.nextTemporary += 1
            return state.nextTemporary
        }
        guard root.write(bytes, to: name, temporary: temporary) else {
            state.withLock { $0.writeFailures += 1 }
            return
        }
        state.withLock { $0.entries.insert((), bytes: bytes.count, for: name) }
        evict()
    }

    private func forget(_ name: UInt128) {
        state.withLock { _ = $0.entries.remove(name) }
    }

    private func evict() {
        while let name = state.withLock({ state -> UInt128? in
            guard state.entries.bytes > limitBytes - reservedBytes.load(ordering: .relaxed) else { return nil }
            return state.entries.removeOldest()?.key
        }) {
            root.remove(name)
        }
    }

    /// Counts what is there. Entries used since the start are younger than all that the scan finds.
    private func scan() {
        root.removeTemporaries()
        var found = root.entries { state.withLock { $0.isStopped } }
        found.sort { $0.lastUse < $1.lastUse }
        state.withLock { state in
            var entries = LeastRecentlyUsed<UInt128, Void>()
            for file in found where !state.entries.contains(file.name) {
                entries.insert((), bytes: file.sizeBytes, for: file.name)
            }
            while let used = state.entries.removeOldest() { entries.insert((), bytes: used.bytes, for: used.key) }
            state.entries = entries
        }
        evict()
        state.withLock { $0.isScanned = true }
    }
}
