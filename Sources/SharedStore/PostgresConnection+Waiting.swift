import CPostgres
import Glibc

/// libpq's own waiting has no end: a machine that stands still keeps its connections open, and its system answers for them.
extension PostgresConnection {
    /// Waits until all that was written is on its way.
    /// - Throws: `.lost`
    func flush() throws(PostgresError) {
        while true {
            switch PQflush(handle) {
            case 0: return
            // Reads meanwhile: a database that cannot write does not read.
            case 1: try wait(for: POLLIN | POLLOUT)
            default: throw lost
            }
        }
    }

    /// Waits until `PQgetResult` answers at once.
    /// - Throws: `.lost`
    func awaitResult() throws(PostgresError) {
        while PQisBusy(handle) == 1 { try wait(for: POLLIN) }
    }

    private func wait(for events: Int32) throws(PostgresError) {
        var file = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
        let deadline = ContinuousClock.now + patience
        while true {
            let left = max(.zero, deadline - ContinuousClock.now)
            let count = poll(&file, 1, Int32(left / .milliseconds(1)) + 1)
            if count > 0 { break }
            guard count < 0 && errno == EINTR else { throw .lost("it has said nothing for \(patience)") }
        }
        guard PQconsumeInput(handle) == 1 else { throw lost }
    }
}
