import HTTPServer
import Synchronization

/// The server, for routes that are created before it. Weak, because its routes hold this.
final class ServedBy: Sendable {
    private struct Reference: Sendable {
        weak var server: HTTPServer?
    }

    private let reference = Mutex(Reference())

    var server: HTTPServer? {
        get { reference.withLock { $0.server } }
        set { reference.withLock { $0.server = newValue } }
    }
}
