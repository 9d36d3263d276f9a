import Dispatch

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// A thread for one piece of work that takes long and gives way to everything else: where the processor is short, range events and
/// pictures come first. Not of a dispatch queue: those share their threads, and without privileges a thread's priority only goes down.
enum YieldingThread {
    /// Between 0, as everything else, and 19: a thread of 5 gets a quarter of a core that another one wants whole.
    private static let niceness: Int32 = 5

    private final class Work {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    static func run(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Work(body))
        let error = pthread_create(
            &thread, nil,
            { context in
                // Of this thread alone, on Linux.
                setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, YieldingThread.niceness)
                Unmanaged<Work>.fromOpaque(context!).takeRetainedValue().body()
                return nil
            }, context.toOpaque())
        guard error == 0 else {
            // No further thread: the work is not lost.
            context.release()
            return DispatchQueue.global().async(execute: body)
        }
        pthread_detach(thread)
    }
}
