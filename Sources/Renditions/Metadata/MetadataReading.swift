import Dispatch
import GridEngine
import Synchronization

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
                    guard let index = table.index(of: record.item), !isKnown[index],
                        items[index].revision == record.revision
                    else { continue }
                    isKnown[index] = true
                    batch.append((index, .read(record.metadata)))
                }
                count += batch.count
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
