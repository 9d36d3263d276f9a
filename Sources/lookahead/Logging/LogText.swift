import Glibc
import Logging
import Synchronization

/// The form in which the log shows names, titles and other text that somebody else chose.
enum LogText {
    /// Maximum characters of one value.
    static let valueLimit = 200

    /// Characters that could end a line, order a terminal about, or turn a line round, as escapes: `\n`, `\u{1b}`.
    static func escaped(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: mustBeEscaped) else { return text }
        var escaped = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": escaped.append(contentsOf: "\\n".unicodeScalars)
            case "\r": escaped.append(contentsOf: "\\r".unicodeScalars)
            case "\t": escaped.append(contentsOf: "\\t".unicodeScalars)
            case let scalar where mustBeEscaped(scalar):
                escaped.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
            default: escaped.append(scalar)
            }
        }
        return String(escaped)
    }

    /// The text escaped, and cut after `valueLimit` characters.
    static func value(_ text: String) -> String {
        let start = text.prefix(valueLimit)
        let shown = start.endIndex == text.endIndex ? text : "\(start)…"
        // A character can have any number of marks.
        return escaped(String(String.UnicodeScalarView(shown.unicodeScalars.prefix(valueLimit * 4))))
    }

    /// Control characters (C0, DEL, C1), the line and paragraph separators, and the marks that change the direction of text.
    private static func mustBeEscaped(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7f..<0xa0, 0x61c, 0x200e, 0x200f, 0x2028...0x202e, 0x2066...0x2069: true
        default: false
        }
    }
}

extension Logger.Message.StringInterpolation {
    /// A value that somebody else chose: a title, a name, a path, an error that has one in it.
    mutating func appendInterpolation(value: some CustomStringConvertible) {
        appendInterpolation(LogText.value(value.description))
    }
}

/// `--verbose`.
enum LogLevel {
    static let isVerbose = Atomic<Bool>(false)
}

/// Escapes every line before another handler writes it, so that no text can look like a second line.
struct EscapingLog: LogHandler {
    var base: any LogHandler

    var metadata: Logger.Metadata {
        get { base.metadata }
        set { base.metadata = newValue }
    }

    /// One for the whole program, which may change while it runs.
    var logLevel: Logger.Level {
        get { LogLevel.isVerbose.load(ordering: .relaxed) ? .debug : .info }
        set { LogLevel.isVerbose.store(newValue < .info, ordering: .relaxed) }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { base[metadataKey: key] }
        set { base[metadataKey: key] = newValue }
    }

    func log(event: LogEvent) {
        var event = event
        event.message = "\(LogText.escaped("\(event.message)"))"
        event.metadata = event.metadata?.mapValues { .string(LogText.value("\($0)")) }
        base.log(event: event)
    }
}

/// A line of the log on its way to stderr.
enum LogLine {
    /// How long a full pipe may hold a line up, in milliseconds.
    private static let patience: Int32 = 50

    /// A line that cannot be written in time is dropped: a full pipe must not stop the server.
    static func write(_ line: [UInt8]) {
        var ready = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        // A pipe that is ready takes a whole line of up to 4 KiB, which no other thread's line can interrupt.
        guard poll(&ready, 1, patience) > 0 else { return }
        _ = Glibc.write(STDERR_FILENO, line, line.count)
    }
}
