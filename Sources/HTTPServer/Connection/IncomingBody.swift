import Synchronization

/// The body of a connection's current request, as far as it has arrived: a small one in memory, a larger one in an unlinked
/// file. Used on the connection's thread only.
struct IncomingBody {
    enum Fault {
        /// All bodies together have as many bytes as they may.
        case overBudget
        case noFile
    }

    /// Maximum bytes that are kept in memory; beyond, the body is in a file.
    static let memoryLimit = 1 << 20
    /// Bytes of each body that do not count towards the budget: range events are answered whatever others send. A connection
    /// keeps their memory for its next request.
    static let freeBytes = 16 * 1024

    private var bytes: [UInt8] = []
    private var file: SpooledFile?
    private var expected = memoryLimit
    private var counted = 0
    private(set) var count = 0

    /// The whole of what has arrived. Takes no copy.
    var received: ReceivedBody { file.map { .file($0, count: count) } ?? .bytes(bytes) }

    /// Bytes of memory that it takes.
    var capacity: Int { bytes.capacity }

    /// Says how long it will be. No memory is taken for what was only announced.
    mutating func expect(_ count: Int) { expected = min(count, IncomingBody.memoryLimit) }

    /// Adds the next bytes.
    /// - Returns: why they cannot be kept.
    mutating func append(
        _ part: UnsafeRawBufferPointer, to budget: BodyBudget, or folder: String
    ) -> Fault? {
        let total = count + part.count
        if file == nil, total <= IncomingBody.memoryLimit {
            if total > bytes.capacity {
                let wanted = max(total, min(expected, max(2 * bytes.capacity, IncomingBody.freeBytes)))
                guard reserve(wanted, from: budget) else { return .overBudget }
                bytes.reserveCapacity(wanted)
            }
            bytes.append(contentsOf: part)
            count = total
            return nil
        }
        guard reserve(total, from: budget) else { return .overBudget }
        count = total
        if file == nil {
            guard let new = SpooledFile(in: folder), bytes.withUnsafeBytes(new.append) else { return .noFile }
            file = new
            bytes = []
        }
        return file?.append(part) == true ? nil : .noFile
    }

    /// Counts so many bytes in all.
    private mutating func reserve(_ total: Int, from budget: BodyBudget) -> Bool {
        let more = total - IncomingBody.freeBytes - counted
        guard more > 0 else { return true }
        guard budget.reserve(more) else { return false }
        counted += more
        return true
    }

    /// Forgets the body. One that is still being read stays until then, and is no longer counted.
    mutating func clear(_ budget: BodyBudget) {
        if counted > 0 { budget.release(counted) }
        (counted, count, file, expected) = (0, 0, nil, IncomingBody.memoryLimit)
        // Some more than was reserved: the allocator rounds up.
        if bytes.capacity > IncomingBody.freeBytes + 1024 { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    }
}

/// The bytes of all request bodies that are arriving or being read, in memory and in files.
final class BodyBudget: Sendable {
    let limit: Int
    private let used = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    var available: Int { limit - used.load(ordering: .relaxed) }

    /// Whether there was room for `count` more.
    func reserve(_ count: Int) -> Bool {
        let (before, _) = used.add(count, ordering: .relaxed)
        if before + count <= limit { return true }
        release(count)
        return false
    }

    func release(_ count: Int) { used.subtract(count, ordering: .relaxed) }
}
