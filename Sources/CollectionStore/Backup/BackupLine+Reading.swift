import CollectionModel
import GridEngine
import JSONText

extension BackupLine {
    /// Reads a line strictly: an unknown member or a missing one is an error.
    /// - Throws: `JSONError`
    init(_ bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        var members = Members()
        try reader.beginObject()
        while try reader.nextMember() { try members.read(&reader) }
        try reader.end()
        guard let line = members.line else { throw reader.unexpected("is not a line of a backup") }
        self = line
    }

    /// All members that any line may have.
    private struct Members {
        var head: String?
        var form: Int?
        var collection: String?
        var version: Int?
        var section: String??
        var title: String?
        var item: String?
        var kind: String?
        var width: Int?
        var height: Int?
        var picture: PostedPicture?
        var attributes: JSONObject?
        var changes: Int?
        var listedAs: String?
        var left: LeftPlace?
        var path: String?
        var file: String?
        var folder: String?
        var query: String?
        var document: String?
        var end: Bool?
        var counts = BackupCounts()

        private var seen: Set<JSONKey> = []

        private static let ofHead: Set<JSONKey> = ["lookahead", "form"]
        private static let ofCollection: Set<JSONKey> = ["collection", "version", "title"]
        private static let ofSection: Set<JSONKey> = ["section", "title"]
        private static let ofItem: Set<JSONKey> = [
            "item", "section", "title", "kind", "width", "height", "picture", "attributes", "changes", "listedAs",
            "left",
            "path", "file", "folder",
        ]
        private static let ofQuery: Set<JSONKey> = ["query", "title", "document"]
        private static let ofEnd: Set<JSONKey> = ["end", "collections", "sections", "items"]

        /// The line that the members make; `nil` when one is missing or out of place.
        var line: BackupLine? {
            if let item, let section, seen.isSubset(of: Self.ofItem) {
                let file = file.flatMap { file in
                    (folder ?? section).flatMap { BackupFile(text: file, folder: $0) }
                }
                return .item(BackupItem(id: item, section: section, kept: kept(of: item), path: path, file: file))
            }
            if case .some(.some(let section)) = section, let title, seen.isSubset(of: Self.ofSection) {
                return .section(id: section, title: title)
            }
            if let query, let title, let document, seen.isSubset(of: Self.ofQuery) {
                return .query(SavedQuery(name: query, title: title, document: document))
            }
            if let collection, let version, seen.isSubset(of: Self.ofCollection) {
                return .collection(id: collection, version: version, postedTitle: title)
            }
            if head == "backup", let form, seen.isSubset(of: Self.ofHead) { return .head(form: form) }
            if end == true, seen.subtracting(["queries"]) == Self.ofEnd { return .end(counts) }
            return nil
        }

        private func kept(of item: String) -> KeptItem? {
            var content: SourceItem?
            if title != nil || kind != nil || width != nil || height != nil || picture != nil {
                let isWhole = width != nil && height != nil
                content = SourceItem(
                    posted: item, title: title ?? item, kind: kind ?? "plain", width: isWhole ? width : nil,
                    height: isWhole ? height : nil, picture: picture)
            }
            guard content != nil || attributes != nil || changes != nil || listedAs != nil || left != nil else {
                return nil
            }
            return KeptItem(
                attributes: attributes ?? JSONObject(), changes: UInt64(changes ?? 0), content: content,
                listedAs: listedAs, left: left)
        }

        mutating func read(_ reader: inout JSONReader) throws(JSONError) {
            guard seen.insert(reader.key).inserted else { throw reader.unexpected("is a duplicate") }
            switch reader.key {
            case "lookahead": head = try reader.readString()
            case "form": form = try reader.readCount()
            case "collection": collection = try reader.readName(limitBytes: 200)
            case "version": version = try reader.readCount()
            case "section":
                let name = try reader.readNull() ? nil : try reader.readName(limitBytes: 200)
                section = .some(name)
            case "title": title = try reader.readName(limitBytes: GivenItem.titleLimitBytes, mayBeEmpty: true)
            case "item": item = try reader.readName(limitBytes: 200)
            case "kind": kind = try reader.readName(limitBytes: 100)
            case "width": width = try reader.readPictureLength()
            case "height": height = try reader.readPictureLength()
            case "picture":
                picture = PostedPicture(text: try reader.readString())
                guard picture != nil else { throw reader.unexpected("must be the address of a picture") }
            case "attributes": attributes = try reader.readAttributes()
            case "changes": changes = try reader.readCount()
            case "listedAs": listedAs = try reader.readName(limitBytes: 200)
            case "left":
                left = LeftPlace(try reader.readValue())
                guard left != nil else { throw reader.unexpected("must be the place of an item that has left") }
            // Of any file system or address.
            case "path": path = try reader.readName(limitBytes: 1 << 16)
            case "file":
                file = try reader.readString()
                guard BackupFile(text: file ?? "", folder: "") != nil else {
                    throw reader.unexpected("must be 32 hexadecimal digits")
                }
            case "folder": folder = try reader.readName(limitBytes: 200)
            case "query": query = try reader.readName(limitBytes: 200)
            case "document":
                guard case .object(let object) = try reader.readValue() else {
                    throw reader.unexpected("must be an object")
                }
                document = String(decoding: JSONValue.object(object).encoded, as: UTF8.self)
            case "queries": counts.queries = try reader.readCount()
            case "end": end = try reader.readBool()
            case "collections": counts.collections = try reader.readCount()
            case "sections": counts.sections = try reader.readCount()
            case "items": counts.items = try reader.readCount()
            default: throw reader.unexpected("is not a member of a backup's line")
            }
        }
    }
}

extension JSONReader {
    fileprivate mutating func readCount() throws(JSONError) -> Int {
        let count = try readInt()
        guard 0...1 << 53 ~= count else { throw unexpected("must be a count") }
        return count
    }

    fileprivate mutating func readName(limitBytes: Int, mayBeEmpty: Bool = false) throws(JSONError) -> String {
        let name = try readString()
        guard name.utf8.count <= limitBytes, mayBeEmpty || !name.isEmpty else {
            throw unexpected("must have \(mayBeEmpty ? 0 : 1) to \(limitBytes) bytes")
        }
        return name
    }
}
