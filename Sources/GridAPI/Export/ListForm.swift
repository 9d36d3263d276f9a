import CollectionQuery
import GridEngine
import JSONText

/// The forms of a list of items.
enum ListForm: String, CaseIterable, Sendable {
    /// Comma-separated values for spreadsheets, with a line of names.
    case csv
    /// An object of JSON on each line, for programs.
    case jsonLines = "jsonl"
    /// The path of each file, or its address, on a line of its own: bytes as the system has them. One with a line feed is in double
    /// quotes, with backslashes, as Git writes it.
    case paths
    /// The same, each ended by a zero byte, for `xargs -0`: the only form in which a name may hold a line feed.
    case pathsEndedByZero = "paths0"
    /// Commands that move the files to another folder, for a shell: `MoveScript`.
    case script

    var contentType: String {
        switch self {
        case .csv: "text/csv; charset=utf-8"
        case .jsonLines: "application/x-ndjson"
        case .paths: "text/plain; charset=utf-8"
        case .pathsEndedByZero: "application/octet-stream"
        case .script: "text/x-shellscript; charset=utf-8"
        }
    }

    var fileEnding: String {
        switch self {
        case .csv: "csv"
        case .jsonLines: "jsonl"
        case .paths, .pathsEndedByZero: "txt"
        case .script: "sh"
        }
    }

    /// The fields of queries that it needs, in their order.
    var fields: [String] {
        switch self {
        case .csv, .jsonLines:
            Mark.shown.map(\.rawValue) + ["taken", "width", "height", "bytes"]
        case .paths, .pathsEndedByZero, .script: []
        }
    }

    /// The bytes before the rows, with fields of data sets behind its own.
    func head(_ others: [String] = []) -> [UInt8] {
        if self == .script { return MoveScript.head }
        guard self == .csv else { return [] }
        var text = CSVText()
        for name in ["position", "section", "name", "path", "item"] + fields + others { text.text(name) }
        text.endRow()
        return CSVText.byteOrderMark + text.take()
    }

    /// The bytes after the rows.
    var end: [UInt8] { self == .script ? MoveScript.end : [] }

    /// The bytes of rows that have the values of `fields`, and of the fields of data sets in `others`.
    func text(of rows: [ItemList.Row], _ others: [String] = []) -> [UInt8] {
        switch self {
        case .csv: csv(rows)
        case .jsonLines: jsonLines(rows, others)
        case .paths: rows.flatMap { $0.place.map { Self.line($0.bytes) } ?? [] }
        case .pathsEndedByZero: rows.flatMap { $0.place.map { $0.bytes + [0] } ?? [] }
        case .script: rows.flatMap { MoveScript.line($0.place) }
        }
    }

    private static func line(_ path: [UInt8]) -> [UInt8] {
        let end = [UInt8(ascii: "\n")]
        guard path.contains(where: { $0 == 0x0a || $0 == 0x0d }) else { return path + end }
        let quote = UInt8(ascii: "\"")
        let escaped = path.flatMap { byte -> [UInt8] in
            switch byte {
            case 0x0a: Array("\\n".utf8)
            case 0x0d: Array("\\r".utf8)
            case quote, UInt8(ascii: "\\"): [UInt8(ascii: "\\"), byte]
            default: [byte]
            }
        }
        return [quote] + escaped + [quote] + end
    }

    private func csv(_ rows: [ItemList.Row]) -> [UInt8] {
        var text = CSVText()
        for row in rows {
            text.number(row.position)
            text.text(row.section)
            text.text(row.item.title)
            if let place = row.place { text.text(place.bytes) } else { text.empty() }
            text.text(row.item.id)
            for value in row.fields { text.value(value) }
            text.endRow()
        }
        return text.take()
    }

    private func jsonLines(_ rows: [ItemList.Row], _ others: [String]) -> [UInt8] {
        var text: [UInt8] = []
        for row in rows {
            var writer = JSONWriter(reservingCapacity: 512)
            writer.object { writer in
                writer.member("position", row.position)
                writer.member("section", row.section)
                writer.member("name", row.item.title)
                if let place = row.place { writer.member("path", String(decoding: place.bytes, as: UTF8.self)) }
                writer.member("item", row.item.id)
                for (name, value) in zip(fields, row.fields) {
                    guard let value else { continue }
                    writer.key(escaping: name)
                    if name == "labels", case .keywords(let labels) = value {
                        // One is a list as well: programs need not look twice.
                        writer.array { writer in for label in labels { writer.string(label) } }
                    } else {
                        writer.value(value)
                    }
                }
                // As it was said: a box has more to it than its label.
                for name in others {
                    guard let value = row.item.attributes[name] else { continue }
                    writer.key(escaping: name)
                    writer.json(value)
                }
            }
            text += writer.take()
            text.append(UInt8(ascii: "\n"))
        }
        return text
    }
}

extension CSVText {
    fileprivate mutating func value(_ value: FieldValue?) {
        switch value {
        case nil: empty()
        case .text(let words): text(words)
        case .keywords(let words): text(words.joined(separator: "; "))
        case .number(let number): text(Int(exactly: number).map(String.init) ?? "\(number)")
        case .date(let date): text(date.text)
        case .boolean(let isTrue): text(isTrue ? "true" : "false")
        }
    }
}
