import ArgumentParser
import CollectionModel
import Glibc
import JSONText
import Logging

/// The format of the log.
enum LogFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json

    /// Writes lines of this format to stderr. The journal takes text in a form of its own.
    func handler(label: String) -> any LogHandler {
        switch self {
        case .text where JournalLog.isInPlace: JournalLog()
        case .text: StreamLogHandler.standardError(label: label)
        case .json: JSONLinesLog()
        }
    }
}

/// Log lines as JSON objects on stderr, one a line: `time` (RFC 3339), `level`, `message`, and the line's metadata.
struct JSONLinesLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        LogLine.write(Self.line(level: event.level, message: "\(event.message)", metadata: all, time: Self.now()))
    }

    static func line(level: Logger.Level, message: String, metadata: Logger.Metadata, time: String) -> [UInt8] {
        var object = JSONObject()
        object["time"] = .string(time)
        object["level"] = .string(level.rawValue)
        object["message"] = .string(message)
        for (key, value) in metadata.sorted(by: { $0.key < $1.key }) where object[key] == nil {
            object[key] = .string("\(value)")
        }
        return JSONValue.object(object).encoded + [UInt8(ascii: "\n")]
    }

    private static func now() -> String {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        var parts = tm()
        gmtime_r(&time.tv_sec, &parts)
        func padded(_ number: some BinaryInteger, _ count: Int) -> String {
            let digits = String(number)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        let day = "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2))"
        let hour = "\(padded(parts.tm_hour, 2)):\(padded(parts.tm_min, 2)):\(padded(parts.tm_sec, 2))"
        return "\(day)T\(hour).\(padded(time.tv_nsec / 1_000_000, 3))Z"
    }
}

/// Log lines as the journal takes them from stderr: the level in front, as `<4>` (sd-daemon(3)), and no time, which the journal adds.
struct JournalLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Whether stderr leads to the journal: it says by which file (systemd.exec(5)).
    static var isInPlace: Bool {
        guard let stream = environment("JOURNAL_STREAM") else { return false }
        var status = stat()
        return fstat(STDERR_FILENO, &status) == 0 && stream == "\(status.st_dev):\(status.st_ino)"
    }

    func log(event: LogEvent) {
        let all = metadata.merging(event.metadata ?? [:]) { $1 }
        LogLine.write(Self.line(level: event.level, message: "\(event.message)", metadata: all))
    }

    static func line(level: Logger.Level, message: String, metadata: Logger.Metadata) -> [UInt8] {
        let members = metadata.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
        return Array("<\(priority(of: level))>\(message)\(members)\n".utf8)
    }

    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
