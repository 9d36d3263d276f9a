import Dispatch
import Synchronization

/// Threads that open and read files beside the serving ones: a disk that does not answer holds up one lane, and no more threads
/// than there are lanes.
final class FileLanes: Sendable {
    private static let count = 8

    private let lanes = (0..<FileLanes.count).map {
        DispatchQueue(label: "lookahead.files-\($0)", qos: .utility)
    }
    private let turns = Atomic<Int>(0)

    /// The next lane: what is done on one of them is done in order.
    var next: DispatchQueue {
        let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
        return lanes[Int(UInt(bitPattern: turn) % UInt(FileLanes.count))]
    }
}
