/// When to give back what closed connections leave in the allocator: after many of them. It keeps all that it ever got, and touches
/// pages of it that the connections never did, so that 5,000 streams that came and went held 20 % more than while they were there.
struct Leftovers {
    /// Fewer are not worth a walk over all that is free.
    private static let crowd = 512
    /// In ms, from one time to the next: other threads wait for memory meanwhile, about 10 ms for 100 MB.
    private static let rest: UInt64 = 10_000

    private var most = 0
    private var before = 0
    private var next: UInt64 = 0

    /// To be asked about once a second.
    /// - Parameter now: in ms.
    mutating func areDue(connections: Int, at now: UInt64) -> Bool {
        most = max(most, connections)
        // While they are still leaving it would be too early.
        defer { before = connections }
        guard most - connections >= Leftovers.crowd, connections >= before, now >= next else { return false }
        most = connections
        next = now + Leftovers.rest
        return true
    }
}
