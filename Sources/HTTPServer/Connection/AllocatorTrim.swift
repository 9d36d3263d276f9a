/// Decides when to return freed memory to the system (`malloc_trim`): while the process works, and for a time afterwards.
///
/// The allocator of the C library keeps what is freed below the top of an arena, in as many arenas as threads have asked at
/// once. What comes and goes (viewers, results, responses) leaves its pages behind in each of them: after a day of use a server
/// held 1.2 GB, of which a fifth was in use.
struct AllocatorTrim {
    /// ms between two trims. Threads wait for an arena while its free memory is walked, about 10 ms for 100 MB.
    private static let interval: UInt64 = 20_000
    /// Minimum ms of processor time in an interval: a server that only waits has nothing to return.
    private static let leastWork: UInt64 = 50
    /// For how many ms after the last work: what clients leave behind is dropped a minute later, with hardly any work.
    private static let aftermath: UInt64 = 120_000

    private var next: UInt64 = 0
    private var processorTime: UInt64 = 0
    private var end: UInt64 = 0

    /// - Parameters:
    ///   - processorTime: what the process has used so far, in ms.
    ///   - now: the time in ms.
    /// - Returns: whether to call `malloc_trim` now; called about every second.
    mutating func isDue(processorTime: UInt64, at now: UInt64) -> Bool {
        guard now >= next else { return false }
        next = now + AllocatorTrim.interval
        let work = processorTime - min(processorTime, self.processorTime)
        self.processorTime = processorTime
        if work >= AllocatorTrim.leastWork { end = now + AllocatorTrim.aftermath }
        return now < end
    }
}
