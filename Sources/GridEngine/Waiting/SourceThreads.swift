import Dispatch

/// Threads that sources may block: a call of a database next door waits in one of these, and nobody else's task behind it.
package final class SourceThreads: TaskExecutor {
    package static let shared = SourceThreads()

    private let queue = DispatchQueue(label: "lookahead.sources", qos: .userInitiated, attributes: .concurrent)

    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}
