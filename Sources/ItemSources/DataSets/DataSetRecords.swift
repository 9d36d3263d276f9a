import GridEngine
import JSONText

/// The records of a data set as what they say, and of which path.
struct DataSetRecords {
    /// The names under which a path is looked for: ours, and that of the folders of pictures that Hugging Face loads.
    private static let pathNames = ["path", "file_name"]
    /// Maximum bytes of what one line says.
    static let fieldsLimitBytes = GivenItem.attributesLimitBytes
    private static let nameLimitBytes = 100
    /// Maximum columns of a table that are taken, ten times the fields of a collection.
    private static let columnLimit = 1000
    /// The first bytes of cells that may be numbers, lists or objects.
    private static let jsonStarts = Array("{[-0123456789".utf8)

    private var reader: RecordReader
    private let form: DataSetForm
    /// Of a table; the column of the path has no name here.
    private var columns: [String] = []
    private var pathColumn = 0

    /// - Throws: when it cannot be read, or is a table without a path.
    init(_ file: OpenFile, _ form: DataSetForm) throws(LoadFailure) {
        try self.init(form) { file.bytes(from: $0, count: $1) }
    }

    init(table: [UInt8]) throws(LoadFailure) {
        try self.init(.table) { Array(table.dropFirst(Int(clamping: $0)).prefix($1)) }
    }

    private init(
        _ form: DataSetForm, _ bytes: @escaping (_ offset: UInt64, _ count: Int) -> [UInt8]?
    ) throws(LoadFailure) {
        self.form = form
        reader = RecordReader(isTable: form == .table, bytes)
        guard form == .table else { return }
        guard let head = try reader.next(), let names = head.bytes.flatMap({ Self.row(Self.withoutMark($0)) }) else {
            throw .unreadable(.dataSetWithoutPaths)
        }
        columns = names.map { String($0.drop(while: \.isWhitespace)) }
        guard let column = Self.pathNames.lazy.compactMap({ [columns] in columns.firstIndex(of: $0) }).first else {
            throw .unreadable(.dataSetWithoutPaths)
        }
        pathColumn = column
        var seen: Set<String> = []
        for (index, name) in columns.enumerated()
        where !Self.isName(name) || seen.count >= Self.columnLimit || !seen.insert(name).inserted {
            columns[index] = ""
        }
        columns[column] = ""
    }

    /// The next record; `nil` at the end.
    mutating func next() throws(LoadFailure) -> DataSetRecord? {
        guard let record = try reader.next() else { return nil }
        guard let bytes = record.bytes,
            let (path, fields) = form == .table ? tableRow(bytes) : Self.object(Self.withoutMark(bytes))
        else { return DataSetRecord(path: nil, fields: [:], line: record.line) }
        return DataSetRecord(path: path, fields: fields, line: record.line)
    }

    /// A byte order mark is no part of the first line.
    private static func withoutMark(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes
    }

    private static func object(_ bytes: ArraySlice<UInt8>) -> (String, JSONObject)? {
        guard case .object(var object)? = try? JSONValue(decoding: Array(bytes)),
            let name = pathNames.first(where: { object[$0] != nil }), case .string(let path)? = object[name],
            bytes.count <= fieldsLimitBytes || JSONValue.object(object).encoded.count <= fieldsLimitBytes,
            object.members.allSatisfy({ isName($0.name) })
        else { return nil }
        object[name] = nil
        return (path, object)
    }

    private func tableRow(_ bytes: ArraySlice<UInt8>) -> (String, JSONObject)? {
        guard bytes.count <= Self.fieldsLimitBytes, let cells = Self.row(bytes), cells.count <= columns.count,
            pathColumn < cells.count
        else { return nil }
        var object = JSONObject()
        for (name, cell) in zip(columns, cells) where !name.isEmpty && !cell.isEmpty { object[name] = Self.value(cell) }
        return (cells[pathColumn], object)
    }

    /// `nil` of bytes that are no UTF-8, or more than one row.
    private static func row(_ bytes: ArraySlice<UInt8>) -> [String]? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var table = CommaSeparatedValues(rows: bytes)
        let row = table.next()
        return table.next() == nil ? row : nil
    }

    /// A cell as the value that it spells. What begins as a number and is none, as `007` does, is text.
    private static func value(_ cell: String) -> JSONValue {
        let isJSON = cell == "true" || cell == "false" || cell.utf8.first.map { jsonStarts.contains($0) } == true
        return isJSON ? (try? JSONValue(decoding: Array(cell.utf8))) ?? .string(cell) : .string(cell)
    }

    private static func isName(_ name: String) -> Bool {
        1...nameLimitBytes ~= name.utf8.count && name.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7f }
    }
}
