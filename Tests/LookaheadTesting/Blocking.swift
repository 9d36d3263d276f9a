import Dispatch

/// Runs what blocks on a thread of its own: the pool that tests run on has one thread a core, and would be used up.
package func blocking<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: work()) }
    }
}
