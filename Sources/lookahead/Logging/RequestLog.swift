import Dispatch
import Glibc
import HTTPServer
import JSONText
import Logging
import Synchronization

/// Lines of the log about responses: about failures of the server, and with --verbose about every response. Each has the identifier that the
/// response has too, as `X-Request-Id`.
final class RequestLog: Sendable {
    /// Maximum lines about failures in a second. A cause that fails one request may fail thousands.
    static let failuresPerSecond = 20
    /// Maximum lines that wait to be written.
    private static let waitingLimit = 1000

    private let log: Logger
    /// Serving threads must not wait for whoever reads the log.
    private let queue = DispatchQueue(label: "lookahead.request-log", qos: .utility)
    private let turns = Mutex(Turns())
    private let wrongTokens = Mutex(WrongTokens())

    private struct Turns {
        var waiting = 0
        var second = 0
        var failures = 0
        /// Responses that no line tells of, since the last line.
        var left = 0
    }

    init(_ log: Logger) { self.log = log }

    var responses: ResponseLog {
        ResponseLog { status in
            LogLevel.isVerbose.load(ordering: .relaxed) || RequestLog.isFailure(status)
        } write: { response in
            self.write(response)
        }
    }

    /// A line for each address that guesses, once a minute.
    func noteWrongToken(from address: String) {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        guard let count = wrongTokens.withLock({ $0.record(address, now: time.tv_sec) }) else { return }
        queue.async { [log] in
            log.warning("Wrong token from \(value: address), \(count) since the last line about this address")
        }
    }

    /// Those that nothing else tells of: 503 says that the server is busy, opening or stopping, and a full disk is logged once.
    private static func isFailure(_ status: HTTPStatus) -> Bool {
        status.code >= 500 && ![.serviceUnavailable, .insufficientStorage].contains(status)
    }

    private func write(_ response: LoggedResponse) {
        guard takeTurn(isFailure: Self.isFailure(response.status)) else { return }
        queue.async { [self] in
            let left = turns.withLock { turns in
                defer { turns.left = 0 }
                turns.waiting -= 1
                return turns.left
            }
            if left > 0 { log.warning("\(left) responses were left out of the log") }
            let what = "\(response.method.name) \(response.pattern ?? "(no route)"): \(response.status.code)"
            // The text of a refusal may contain parts of the request.
            let isFailure = Self.isFailure(response.status)
            let detail = isFailure ? Self.detail(response.problem).map { ", \($0)" } ?? "" : ""
            log.log(
                level: isFailure ? .error : .debug, "\(what)\(value: detail)",
                metadata: ["request": .string(response.id)])
        }
    }

    private func takeTurn(isFailure: Bool) -> Bool {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return turns.withLock { turns in
            if turns.second != time.tv_sec { (turns.second, turns.failures) = (time.tv_sec, 0) }
            if isFailure { turns.failures += 1 }
            guard turns.waiting < Self.waitingLimit, !isFailure || turns.failures <= Self.failuresPerSecond else {
                turns.left += 1
                return false
            }
            turns.waiting += 1
            return true
        }
    }

    private static func detail(_ problem: [UInt8]?) -> String? {
        guard let problem, case .object(let object)? = try? JSONValue(decoding: problem) else { return nil }
        return object["detail"]?.text
    }
}
