import Dispatch

/// Runs what blocks on a thread of its own: the pool that tests run on has one thread a core, and would be used up.
package func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: work()) }
    }
}

/// Waits for a condition that other threads fulfil, not for a time. `what` names it in the error.
/// - Throws: `StillNot` after 20 seconds, and what `condition` throws.
package func until(_ what: String = "", _ condition: () throws -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(20)
    while try !condition() {
        guard ContinuousClock.now < end else { throw StillNot(what: what) }
        try await Task.sleep(for: .milliseconds(1))
    }
}

package struct StillNot: Error {
    package let what: String
}
