@testable import Prefetching

extension LoadScheduler {
    /// As if a key had become ready without a load of its own. What is loading already goes on.
    mutating func markReady(_ key: LoadKey) {
        guard let slot = slot(of: key) else { return }
        switch records[Int(slot)].phase {
        case .loading, .stopping, .ready: return
        case .waiting: waiting.removeAll { $0 == slot }
        case .queued, .failed: break
        }
        setPhase(slot, .ready)
    }
}
