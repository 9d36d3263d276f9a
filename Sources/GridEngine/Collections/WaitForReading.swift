import Synchronization

/// Somebody who waits until files are read, or for a time. Any thread.
final class WaitForReading: Sendable {
    private let body: Mutex<(@Sendable () -> Void)?>

    /// `body` is called once.
    init(_ body: @escaping @Sendable () -> Void) { self.body = Mutex(body) }

    func end() {
        let body = body.withLock { body in
            defer { body = nil }
            return body
        }
        body?()
    }
}
