/// The body of a connection's current request, as far as it has arrived: a small one in memory, a larger one in an unlinked
/// file. Used on the connection's thread only.
struct IncomingBody {
    enum Fault {
        /// All bodies together have as many bytes as they may.
        case overBudget
        case noFile
    }

    /// Beyond so many bytes the body is kept in a file.
    static let memoryLimit = 1 << 20
    /// Bytes of each body that do not count towards the budget: range events are answered whatever others send.
    private static let freeBytes = 16 * 1024
    /// What a connection keeps for its next request.
    private static let keptCapacity = 64 * 1024

    private var bytes: [UInt8] = []
    private var file: SpooledFile?
    private var counted = 0
    private(set) var count = 0

    /// The whole of what has arrived. Takes no copy.
    var received: ReceivedBody { file.map { .file($0, count: count) } ?? .bytes(bytes) }

    mutating func expect(_ count: Int) {
        bytes.reserveCapacity(min(count, IncomingBody.memoryLimit))
    }

    /// Adds the next bytes.
    /// - Returns: why they cannot be kept.
    mutating func append(_ part: UnsafeRawBufferPointer, _ shared: SharedState) -> Fault? {
        let toCount = max(0, count + part.count - IncomingBody.freeBytes) - counted
        if toCount > 0 {
            guard shared.bodies.take(toCount) else { return .overBudget }
            counted += toCount
        }
        count += part.count
        if file == nil, count <= IncomingBody.memoryLimit {
            bytes.append(contentsOf: part)
            return nil
        }
        if file == nil {
            guard let new = SpooledFile(in: shared.configuration.spoolFolder),
                bytes.withUnsafeBytes(new.append)
            else { return .noFile }
            file = new
            bytes = []
        }
        return file?.append(part) == true ? nil : .noFile
    }

    /// Forgets the body. One that is still being read stays until then, and is no longer counted.
    mutating func clear(_ shared: SharedState) {
        if counted > 0 { shared.bodies.give(counted) }
        (counted, count, file) = (0, 0, nil)
        if bytes.capacity > IncomingBody.keptCapacity { bytes = [] } else { bytes.removeAll(keepingCapacity: true) }
    }
}
