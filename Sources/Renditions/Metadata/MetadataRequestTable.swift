import Dispatch
import GridEngine
import Hashing
import Synchronization

/// Finds requests by item: open addressing over their indices, four to eight bytes an item.
struct MetadataRequestTable {
    private let items: [MetadataRequest]
    /// A power of two, at most half full; the index and one, 0 for a free place.
    private var places: [UInt32]

    init(_ items: [MetadataRequest]) {
        precondition(items.count < Int(UInt32.max), "\(items.count) items are too many")
        self.items = items
        var count = 16
        while count < 2 * items.count { count *= 2 }
        places = Array(repeating: 0, count: count)
        for index in items.indices {
            var place = Self.hash(items[index].item.utf8) & (count - 1)
            while places[place] != 0 { place = (place + 1) & (count - 1) }
            places[place] = UInt32(index + 1)
        }
    }

    func index(of item: String) -> Int? {
        var place = Self.hash(item.utf8) & (places.count - 1)
        while places[place] != 0 {
            let index = Int(places[place]) - 1
            if items[index].item == item { return index }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    private static func hash(_ bytes: String.UTF8View) -> Int {
        let hash = FNV1a.hash64(bytes)
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}

/// The counters of a reader of metadata.
package struct MetadataStatistics: Sendable, Equatable {
    /// Items that an earlier run had read.
    package var known: Int
    /// Items that were read, or could not be.
    package var read: Int
    /// Files that ended a worker.
    package var crashed: Int

    package init(known: Int = 0, read: Int = 0, crashed: Int = 0) {
        (self.known, self.read, self.crashed) = (known, read, crashed)
    }

    static func += (left: inout MetadataStatistics, right: MetadataStatistics) {
        left.known += right.known
        left.read += right.read
        left.crashed += right.crashed
    }
}

/// One reading of many items: which are left, and where their metadata goes.
final class MetadataReading: Sendable {
    /// Items that are read before they are kept and reported: as many are lost with the process, for each reader.
    static let chunk = 64

    let items: [MetadataRequest]
    let source: any ItemSource
    let cancellation: Cancellation
    private let log: MetadataLog?
    private let found: @Sendable ([(index: Int, answer: MetadataAnswer)]) -> Void
    private let left: Mutex<Left>
    /// Held while results are reported, by one thread at a time.
    private let reporting = Mutex(())
    private let ended = DispatchSemaphore(value: 0)

    private struct Left {
        /// Indices in `items`, ascending.
        var items: [UInt32] = []
        var next = 0
        var readers = 0
    }

    init(
        _ items: [MetadataRequest], in source: any ItemSource, log: MetadataLog?, cancellation: Cancellation,
        found: @escaping @Sendable ([(index: Int, answer: MetadataAnswer)]) -> Void
    ) {
        self.items = items
        self.source = source
        self.log = log
        self.cancellation = cancellation
        self.found = found
        left = Mutex(Left())
    }

    /// Reports what an earlier run has read. Before `begin`.
    /// - Returns: how many items that was.
    func reportKnown() -> Int {
        var isKnown = [Bool](repeating: false, count: items.count)
        var count = 0
        if let log {
            let table = MetadataRequestTable(items)
            log.read { records in
                guard !cancellation.isCancelled else { return false }
                var batch: [(index: Int, answer: MetadataAnswer)] = []
                for record in records {
                    guard let index = table.index(of: record.item), items[index].revision == record.revision else {
                        continue
                    }
                    if let measures = record.measures {
                        batch.append((index, .measured(measures)))
                    } else if !isKnown[index] {
                        isKnown[index] = true
                        count += 1
                        batch.append((index, .read(record.metadata)))
                    }
                }
                if !batch.isEmpty { found(batch) }
                return true
            }
        }
        left.withLock { left in
            left.items.reserveCapacity(items.count - count)
            for index in isKnown.indices where !isKnown[index] { left.items.append(UInt32(index)) }
        }
        return count
    }

    /// Before `readers` threads take chunks.
    func begin(readers: Int) { left.withLock { $0.readers = readers } }

    /// The next items to read; empty when there are no more.
    func next() -> ArraySlice<UInt32> {
        guard !cancellation.isCancelled else { return [] }
        return left.withLock { left in
            let chunk = left.items[left.next...].prefix(Self.chunk)
            left.next = chunk.endIndex
            return chunk
        }
    }

    /// Reports what was read of some items, and keeps what will be the same for this revision.
    func report(_ results: [(index: Int, answer: MetadataAnswer)]) {
        reporting.withLock { _ in
            log?.append(
                results.compactMap { index, answer in
                    guard case .read(let metadata) = answer else { return nil }
                    return MetadataRecord(item: items[index].item, revision: items[index].revision, metadata: metadata)
                })
            found(results)
        }
    }

    /// One of the readers has taken its last chunk.
    func leave() {
        let isLast = left.withLock { left in
            left.readers -= 1
            return left.readers == 0
        }
        if isLast { ended.signal() }
    }

    func waitUntilEnded() { ended.wait() }
}
