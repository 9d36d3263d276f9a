import Glibc
import Logging

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
