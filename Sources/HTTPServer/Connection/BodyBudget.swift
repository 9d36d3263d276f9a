import Synchronization

/// The bytes of all request bodies that are arriving or being read, in memory and in files.
final class BodyBudget: Sendable {
    let limit: Int
    private let used = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    var available: Int { limit - used.load(ordering: .relaxed) }

    /// Whether there was room for `count` more.
    func take(_ count: Int) -> Bool {
        let (before, _) = used.add(count, ordering: .relaxed)
        if before + count <= limit { return true }
        give(count)
        return false
    }

    func give(_ count: Int) { used.subtract(count, ordering: .relaxed) }
}
