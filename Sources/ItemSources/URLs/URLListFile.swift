#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import CollectionModel
import Downloads
import GridEngine
import Hashing
import JSONText

/// A file with a list of picture addresses, in one of three forms, which its beginning decides:
///
/// - one URL per line; empty lines and lines that begin with `#` are ignored;
/// - CSV (RFC 4180) whose first line names the columns, `url` among them, and perhaps `id`, `title`, `section`;
/// - JSON Lines: an object a line with `url`, and perhaps `id`, `title`, `section`.
///
/// An item without an identifier is named by its address, one without a title by the last part of its path. Sections
/// are in the order in which they are first named.
package struct URLListFile: URLCatalogue {
    /// A line of the file.
    struct Line {
        var id: String?
        var title: String?
        var url = ""
        var section: String?
    }

    private struct Section {
        var title: String
        var entries: [Int] = []
    }

    private static let sizeLimitBytes = 2 << 30
    /// Maximum bytes of an identifier in the interface.
    private static let identifierLimitBytes = 200

    package private(set) var skipped: [Reason: Int] = [:]
    private let title: String
    private var entries: [URLEntry] = []
    private var places: [String: Int] = [:]
    private var sections: [Section] = []
    private var sectionPlaces: [String: Int] = [:]

    /// Reads a list. Blocks.
    /// - Parameters:
    ///   - path: of the list.
    ///   - title: the title of the section of items that name none.
    ///   - cancellation: stops reading.
    /// - Throws: `.unreadable` when the file cannot be read, `.cancelled` when `cancellation` was raised.
    package init(path: String, title: String, cancellation: Cancellation) throws(SourceError) {
        guard let bytes = WholeFile.read(path, limitBytes: Self.sizeLimitBytes) else {
            throw .unreadable(.list(path, errno))
        }
        try self.init(bytes, title: title, cancellation: cancellation)
    }

    init(_ bytes: [UInt8], title: String, cancellation: Cancellation = Cancellation()) throws(SourceError) {
        self.title = title
        var bytes = bytes[...]
        if bytes.starts(with: [0xef, 0xbb, 0xbf]) { bytes = bytes.dropFirst(3) }
        let start = bytes.drop { $0 == 32 || $0 == 9 || $0 == 10 || $0 == 13 }
        if start.first == UInt8(ascii: "{") {
            try readJSONLines(start, cancellation)
        } else if var table = CommaSeparatedValues(start), let columns = Columns(table.next() ?? []) {
            while let fields = table.next() {
                try add(columns.line(fields), cancellation)
            }
        } else {
            try readAddresses(start, cancellation)
        }
    }

    package func sections(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> [SourceListing.Section] {
        progress(entries.count)
        var identifiers: Set<String> = []
        return sections.map { section in
            var id = section.title.isEmpty ? "list" : section.title
            if id.utf8.count > Self.identifierLimitBytes || !identifiers.insert(id).inserted {
                id = ItemIdentifier(hash: FNV1a.hash128(section.title.utf8)).text
            }
            return SourceListing.Section(
                id: id, title: section.title.isEmpty ? title : section.title,
                items: section.entries.map { .init(id: entries[$0].id, revision: entries[$0].revision) })
        }
    }

    package func entry(_ id: String) -> URLEntry? { places[id].map { entries[$0] } }

    private mutating func readAddresses(
        _ bytes: ArraySlice<UInt8>, _ cancellation: Cancellation
    ) throws(SourceError) {
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            let text = String(decoding: line, as: UTF8.self).trimmed
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            try add(Line(url: text), cancellation)
        }
    }

    private mutating func readJSONLines(
        _ bytes: ArraySlice<UInt8>, _ cancellation: Cancellation
    ) throws(SourceError) {
        for line in bytes.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            guard line.contains(where: { $0 != 32 && $0 != 9 }) else { continue }
            if let line = try? Line(json: Array(line)) {
                try add(line, cancellation)
            } else {
                skipped[.notJSON, default: 0] += 1
            }
        }
    }

    private mutating func add(_ line: Line, _ cancellation: Cancellation) throws(SourceError) {
        guard !cancellation.isCancelled else { throw .cancelled }
        guard let address = WebAddress(line.url) else { return skipped[.notAWebAddress, default: 0] += 1 }
        let id = line.id ?? ItemIdentifier(hash: FNV1a.hash128(address.text.utf8)).text
        guard (1...Self.identifierLimitBytes).contains(id.utf8.count) else {
            return skipped[.identifierLength, default: 0] += 1
        }
        guard places[id] == nil else { return skipped[.listedTwice, default: 0] += 1 }
        places[id] = entries.count
        let section = line.section ?? ""
        if sectionPlaces[section] == nil {
            sectionPlaces[section] = sections.count
            sections.append(Section(title: section))
        }
        sections[sectionPlaces[section]!].entries.append(entries.count)
        entries.append(URLEntry(id: id, title: line.title ?? address.name, address: address.text))
    }
}

extension URLListFile {
    /// The columns of the fields.
    private struct Columns {
        private let url: Int
        private let id: Int?
        private let title: Int?
        private let section: Int?

        /// `nil` when no column is named `url`.
        init?(_ names: [String]) {
            let names = names.map { $0.trimmed.lowercased() }
            guard let url = names.firstIndex(of: "url") else { return nil }
            self.url = url
            id = names.firstIndex(of: "id")
            title = names.firstIndex(of: "title")
            section = names.firstIndex(of: "section")
        }

        func line(_ fields: [String]) -> Line {
            func field(_ column: Int?) -> String? {
                guard let column, column < fields.count, !fields[column].isEmpty else { return nil }
                return fields[column]
            }
            return Line(
                id: field(id), title: field(title), url: field(url)?.trimmed ?? "", section: field(section))
        }
    }
}

extension URLListFile.Line {
    /// Members of another name are ignored; a member of another type is an error.
    fileprivate init(json: [UInt8]) throws(JSONError) {
        var reader = JSONReader(json)
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "id": id = try reader.readString()
            case "title": title = try reader.readString()
            case "url": url = try reader.readString()
            case "section": section = try reader.readString()
            default: try reader.skipValue()
            }
        }
        try reader.end()
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
