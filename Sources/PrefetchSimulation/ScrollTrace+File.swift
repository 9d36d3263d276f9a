import Glibc
import JSONText
import Prefetching

/// A mistake in a trace's file, with the line.
package enum ScrollTraceError: Error, CustomStringConvertible {
    case unreadable(path: String, code: Int32)
    case damaged(path: String, line: Int, reason: String)

    package var description: String {
        switch self {
        case .unreadable(let path, let code): "\(path) could not be read: \(String(cString: strerror(code)))."
        case .damaged(let path, let line, let reason): "\(path), line \(line): \(reason)."
        }
    }
}

/// Traces as JSON lines: docs/scroll-traces.md.
extension ScrollTrace {
    /// A longer trace is refused.
    private static let longestSeconds = 3600.0
    private static let frameLimit = 1_000_000

    package init(file path: String) throws(ScrollTraceError) {
        guard let bytes = readFile(path) else { throw .unreadable(path: path, code: errno) }
        self.init(kind: "recorded", frames: [])
        var last = -Double.infinity
        for (number, line) in bytes.split(separator: UInt8(ascii: "\n")).enumerated() {
            func damaged(_ reason: String) -> ScrollTraceError {
                .damaged(path: path, line: number + 1, reason: reason)
            }
            do throws(JSONError) {
                var reader = JSONReader(Array(line))
                if number == 0 { try readHead(from: &reader) } else { frames.append(try Frame(from: &reader)) }
                try reader.end()
            } catch {
                throw damaged("\(error.pointer.isEmpty ? "the line" : error.pointer) \(error.explanation)")
            }
            guard let frame = frames.last else { continue }
            guard frame.time > last else { throw damaged("its time is not after the line before") }
            guard frames.count <= Self.frameLimit, frame.time <= Self.longestSeconds else {
                throw damaged("the trace is longer than an hour")
            }
            last = frame.time
        }
        guard frames.count > 1 else { throw .damaged(path: path, line: 1, reason: "there are no frames") }
    }

    private mutating func readHead(from reader: inout JSONReader) throws(JSONError) {
        var grid = Grid(items: 0, columns: 0, rowHeight: 0, viewportHeight: 0)
        var version = 0
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "trace": version = try reader.readInt()
            case "kind": kind = try reader.readString()
            case "items": grid.items = try reader.readInt()
            case "columns": grid.columns = try reader.readInt()
            case "rowHeight": grid.rowHeight = try reader.readDouble()
            case "viewportHeight": grid.viewportHeight = try reader.readDouble()
            default: try reader.skipValue()
            }
        }
        guard version == 1 else { throw reader.unexpected("is no trace of form 1") }
        guard (1...100_000_000).contains(grid.items), (1...10_000).contains(grid.columns),
            (1...100_000).contains(grid.rowHeight), (1...100_000).contains(grid.viewportHeight)
        else { throw reader.unexpected("does not say items, columns, rowHeight and viewportHeight") }
        self.grid = grid
    }

    package func jsonLines() -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("trace", 1)
            writer.member("kind", kind)
            if let grid {
                writer.member("items", grid.items)
                writer.member("columns", grid.columns)
                writer.member("rowHeight", grid.rowHeight)
                writer.member("viewportHeight", grid.viewportHeight)
            }
        }
        var lines = writer.bytes + [UInt8(ascii: "\n")]
        for frame in frames {
            // A writer for each line: one alone would set commas between them.
            var writer = JSONWriter(reservingCapacity: 96)
            frame.write(to: &writer)
            lines += writer.bytes
            lines.append(UInt8(ascii: "\n"))
        }
        return lines
    }
}

extension ScrollTrace.Frame {
    init(from reader: inout JSONReader) throws(JSONError) {
        self.init(time: -1, offset: 0, phase: .settled)
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "t": time = try reader.readDouble() / 1000
            case "y": offset = try reader.readDouble()
            case "v": velocity = try reader.readDouble()
            case "phase":
                guard let known = ScrollPhase(rawValue: try reader.readString()) else {
                    throw reader.unexpected("is no phase of a scroll")
                }
                phase = known
            case "decay": decay = try reader.readDouble()
            case "end": end = try reader.readDouble()
            case "every": every = try reader.readInt()
            case "counts": isCounted = try reader.readBool()
            default: try reader.skipValue()
            }
        }
        guard time >= 0 else { throw reader.unexpected("does not say its time t") }
        guard (1...100_000_000).contains(every) else { throw reader.unexpected("shows one item in fewer than one") }
    }

    fileprivate func write(to writer: inout JSONWriter) {
        func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
        writer.object { writer in
            writer.member("t", rounded(time * 1000))
            writer.member("y", rounded(offset))
            if velocity != 0 { writer.member("v", rounded(velocity)) }
            writer.member("phase", phase.rawValue)
            if let decay { writer.member("decay", rounded(decay)) }
            if let end { writer.member("end", rounded(end)) }
            if every != 1 { writer.member("every", every) }
            if !isCounted { writer.member("counts", false) }
        }
    }
}

private func readFile(_ path: String) -> [UInt8]? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&part, 1, part.count, file)
        if count == 0 { return ferror(file) == 0 ? bytes : nil }
        bytes += part[..<count]
    }
}

/// Writes a whole file; `false` when that failed.
package func writeFile(_ bytes: [UInt8], to path: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
    return fclose(file) == 0 && isWritten
}
