import Glibc
import Testing

@testable import HTTPServer

/// Starts a server on any free port for the length of a test.
func withServer<Result>(
    _ configure: (inout HTTPServer.Configuration) -> Void = { _ in }, routes: (inout Router) -> Void,
    _ body: (_ port: Int, _ server: HTTPServer) throws -> Result
) throws -> Result {
    var configuration = HTTPServer.Configuration()
    configuration.port = 0
    configuration.threads = 2
    configure(&configuration)
    var router = Router()
    routes(&router)
    let server = HTTPServer(configuration: configuration, router: router)
    let port = try server.start()
    defer { server.stop() }
    return try body(port, server)
}

/// Waits for a state that another thread brings about. Gives up after a minute, which no working server needs.
func eventually(_ condition: () -> Bool) -> Bool {
    for _ in 0..<6000 {
        if condition() { return true }
        usleep(10_000)
    }
    return false
}

/// A place for one value that one thread leaves and another waits for.
final class Handover<Value: Sendable>: @unchecked Sendable {
    // Guard: `condition`'s mutex.
    private var value: Value?
    private var mutex = pthread_mutex_t()
    private var condition = pthread_cond_t()

    init() {
        pthread_mutex_init(&mutex, nil)
        pthread_cond_init(&condition, nil)
    }

    func put(_ new: Value) {
        pthread_mutex_lock(&mutex)
        value = new
        pthread_cond_broadcast(&condition)
        pthread_mutex_unlock(&mutex)
    }

    func take() -> Value {
        pthread_mutex_lock(&mutex)
        defer { pthread_mutex_unlock(&mutex) }
        while true {
            if let found = value {
                value = nil
                return found
            }
            pthread_cond_wait(&condition, &mutex)
        }
    }
}
