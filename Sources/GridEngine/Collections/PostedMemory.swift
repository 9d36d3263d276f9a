import Synchronization

/// The memory of all posted collections, of those that are being received too: bounded, since each is in memory for as long as
/// it exists.
package final class PostedMemory: Sendable {
    let limit: Int
    private let used = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// The part of one collection, which is given back when the last user of it ends.
    package final class Share: Sendable {
        private let memory: PostedMemory
        private let held = Mutex(0)

        init(of memory: PostedMemory) { self.memory = memory }

        deinit { memory.used.subtract(held.withLock { $0 }, ordering: .relaxed) }

        /// For collections that nobody sends: the program's own.
        package static var unlimited: Share { Share(of: PostedMemory(limit: .max)) }

        var limit: Int { memory.limit }

        /// Throws when nothing may be added any more.
        /// - Throws: `.tooMany`
        func checkRoom() throws(GridError) {
            guard memory.used.load(ordering: .relaxed) < limit else { throw .tooMany(.megabytes, limit: limit >> 20) }
        }

        /// Whether all shares fit with this one so large. If not, it stays as it was.
        func resize(to bytes: Int) -> Bool {
            held.withLock { held in
                let (_, used) = memory.used.add(bytes - held, ordering: .relaxed)
                guard used <= memory.limit || bytes <= held else {
                    memory.used.subtract(bytes - held, ordering: .relaxed)
                    return false
                }
                held = bytes
                return true
            }
        }

        /// Counts what is there already.
        func set(to bytes: Int) {
            held.withLock { held in
                memory.used.add(bytes - held, ordering: .relaxed)
                held = bytes
            }
        }
    }
}
