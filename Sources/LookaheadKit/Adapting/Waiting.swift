import Dispatch
import GridEngine
import Synchronization

/// Runs asynchronous code of a source, which may block, for a thread of the engine's that may wait.
enum Waiting {
    /// Blocks until the work has ended. Never to be called on a thread of Swift's executor.
    /// - Parameters:
    ///   - cancellation: cancels the task of the work, which is waited for all the same.
    ///   - work: runs in a task.
    /// - Returns: what became of it.
    static func result<Value: Sendable>(
        cancellation: Cancellation? = nil, of work: @escaping @Sendable () async throws -> Value
    ) -> Result<Value, any Error> {
        let answer = Mutex<Result<Value, any Error>?>(nil)
        let done = DispatchSemaphore(value: 0)
        let task = Task(executorPreference: SourceThreads.shared) {
            let result: Result<Value, any Error>
            do { result = .success(try await work()) } catch { result = .failure(error) }
            answer.withLock { $0 = result }
            done.signal()
        }
        let registration = cancellation?.onCancel { task.cancel() }
        done.wait()
        registration?.remove()
        return answer.withLock { $0! }
    }
}

extension Reason {
    /// An error of the program's own code, in its words.
    init(of error: any Error) {
        let error = error as? CollectionError
        self.init(error?.code ?? "source-failed", error?.description ?? "The program's source failed.")
    }
}
