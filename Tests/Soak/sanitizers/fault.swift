// What each sanitizer must find, so that 0 reports mean something: compiled with it, and run with its options.
//
//     fault race | locked | overflow

import Glibc
import Synchronization

/// Unchecked: without a guard, on purpose, unless the argument is `locked`.
final class Counter: @unchecked Sendable {
    let isLocked = CommandLine.arguments[1] == "locked"
    let mutex = Mutex(())
    var count = 0

    func work() {
        for _ in 0..<100_000 {
            if isLocked { mutex.withLock { _ in count += 1 } } else { count += 1 }
        }
    }
}

if CommandLine.arguments[1] == "overflow" {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 16)
    bytes.initialize(repeating: 0, count: 16)
    bytes[CommandLine.arguments.count + 14] = 1
    print(bytes[CommandLine.arguments.count + 14])
    bytes.deallocate()
} else {
    let counter = Counter()
    let context = Unmanaged.passRetained(counter).toOpaque()
    var threads = [pthread_t](repeating: pthread_t(), count: 4)
    for index in threads.indices {
        pthread_create(
            &threads[index], nil,
            { context in
                Unmanaged<Counter>.fromOpaque(context!).takeUnretainedValue().work()
                return nil
            }, context)
    }
    for thread in threads { pthread_join(thread, nil) }
    print(counter.count)
}
