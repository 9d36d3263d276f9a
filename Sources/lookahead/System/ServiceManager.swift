import Dispatch
import Glibc
import GridEngine
import HTTPServer

/// Notifies a service manager when the program serves, when it stops, and that it still works (`sd_notify(3)`). Does nothing without one.
struct ServiceManager: Sendable {
    private let address: String

    /// `nil` when nobody listens.
    init?() {
        guard let address = environment("NOTIFY_SOCKET"), address.hasPrefix("/") || address.hasPrefix("@") else {
            return nil
        }
        self.address = address
    }

    /// Sends one or more lines. Those that cannot be sent at once are lost.
    func tell(_ lines: String) {
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var name = sockaddr_un()
        name.sun_family = sa_family_t(AF_UNIX)
        // A name that begins with @ is one of no file: its first byte is zero.
        var path = Array(address.utf8)
        if path.first == UInt8(ascii: "@") { path[0] = 0 }
        let count = min(path.count, MemoryLayout.size(ofValue: name.sun_path) - 1)
        withUnsafeMutableBytes(of: &name.sun_path) { $0.copyBytes(from: path[..<count]) }
        let size = MemoryLayout<sa_family_t>.size + count
        let bytes = Array(lines.utf8)
        withUnsafePointer(to: &name) { name in
            name.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                _ = sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), $0, socklen_t(size))
            }
        }
    }

    /// Half of the time within which the manager wants to hear again; `nil` when it does not.
    static var watchdogInterval: DispatchTimeInterval? {
        guard let microseconds = environment("WATCHDOG_USEC").flatMap({ Int($0) }), microseconds > 0,
            environment("WATCHDOG_PID").map({ $0 == "\(getpid())" }) ?? true
        else { return nil }
        return .microseconds(microseconds / 2)
    }

    /// Reports to the watchdog for as long as the returned timer lives: each time after the engine and the server have given their figures,
    /// which takes their locks. A program that hangs is restarted.
    func startWatchdog(_ engine: GridEngine, _ server: HTTPServer) -> (any DispatchSourceTimer)? {
        guard let interval = ServiceManager.watchdogInterval else { return nil }
        let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "lookahead.watchdog"))
        timer.schedule(deadline: .now(), repeating: interval)
        timer.setEventHandler {
            _ = engine.statistics()
            _ = server.statistics
            tell("WATCHDOG=1")
        }
        timer.resume()
        return timer
    }
}
