import CollectionLayout
import JSONText

/// A parameter of an operation, as it is described.
struct OpenAPIParameter {
    private var members: JSONObject

    var json: JSONValue { .object(members) }

    private init(
        _ name: String, in place: String, isRequired: Bool = false, _ schema: JSONObject, _ example: JSONValue?,
        _ description: String = ""
    ) {
        members = ["name": .string(name), "in": .string(place), "required": .bool(isRequired)]
        if !description.isEmpty { members["description"] = .string(description) }
        members["schema"] = .object(schema)
        if let example { members["example"] = example }
    }

    /// A segment of the path.
    init(path name: String) {
        let (description, example) = Self.paths[name] ?? ("", "")
        self.init(
            name, in: "path", isRequired: true, ["type": .string("string"), "minLength": .int(1)], .string(example),
            description)
    }

    private static let paths = [
        "c": ("collection", "trip"), "i": ("item", "harbour"), "m": ("movement", "1f0c2b9a"),
        "q": ("name of a saved query", "birds"), "s": ("section", "day-1"), "v": ("viewer", "3f9d0c1b2a4e5f60"),
    ]

    /// `name:kind`, for a number also `name:integer:minimum:maximum`; required with a `!` at the end. Without a maximum an integer has
    /// that of the server's numbers.
    init(query entry: String) {
        let isRequired = entry.last == "!"
        let parts = (isRequired ? entry.dropLast() : entry[...]).split(separator: ":").map(String.init)
        let (name, kind) = (parts[0], parts[1])
        var (schema, example): (JSONObject, JSONValue) = (
            ["type": .string("string")], Self.examples[name] ?? .string("1")
        )
        switch kind {
        case "integer":
            schema = ["type": .string("integer")]
            if parts.count > 2 { schema["minimum"] = Int(parts[2]).map { .int($0) } }
            schema["maximum"] = .int(parts.count > 3 ? Int(parts[3]) ?? .max : .max)
            if case .string = example { example = .int(Int(parts.count > 2 ? parts[2] : "0") ?? 0) }
        case "number":
            schema = ["type": .string("number")]
            if parts.count > 3 {
                (schema["minimum"], schema["maximum"]) = (
                    Int(parts[2]).map { .int($0) }, Int(parts[3]).map { .int($0) }
                )
            }
            if case .string = example { example = .int(160) }
        case "strings":
            schema = [
                "type": .string("array"),
                "items": .object(["type": .string("string"), "pattern": .string(#"^[^\u0000]*$"#)]),
            ]
            example = .array([example])
        // What has a zero byte is refused with its whole target.
        case "string": schema["pattern"] = .string(#"^[^\u0000]*$"#)
        case "cursor": schema["pattern"] = .string(#"^[0-9]{1,9}\.[0-9]{1,9}$"#)
        case "version":
            schema["pattern"] = .string(Self.versionPattern)
            example = .string("1")
        // Names of fields.
        case "names": schema["pattern"] = .string(#"^[^,\u0000]{1,100}(,[^,\u0000]{1,100}){0,31}$"#)
        case "shrink":
            schema = ["type": .string("integer"), "enum": .array([1, 2, 4, 8].map { .int($0) })]
            example = .int(1)
        case "rect": schema["pattern"] = .string(#"^[0-9]{1,7}(,[0-9]{1,7}){3}$"#)
        case "ranges": schema["pattern"] = .string(#"^[0-9]{1,9}-[0-9]{1,9}(,[0-9]{1,9}-[0-9]{1,9})*$"#)
        case "layout": schema["enum"] = .array(LayoutDescription.kinds.map { .string($0) })
        case "accept": schema["enum"] = .array([.string("accept")])
        case "export":
            let forms = ListForm.allCases.map(\.rawValue) + [CollectionLines.name, GridAPI.zip]
            schema["enum"] = .array(forms.map { .string($0) })
        default: break
        }
        self.init(name, in: "query", isRequired: isRequired, schema, example, Self.descriptions[name] ?? "")
    }

    /// A version, and its stamp where several servers share a database.
    private static let versionPattern = "^[0-9]{1,18}(-[0-9a-f]{16})?$"

    private static let examples: [String: JSONValue] = [
        "section": .string("day-1"), "cursor": .string("1.100"), "kind": .string("column"),
        "rect": .string("0,0,1280,800"), "width": .int(1280),
        "as": .string("jsonl"), "ranges": .string("0-99"), "version": .int(1), "limit": .int(100), "from": .int(1),
        "after": .int(1),
        "w": .int(320), "empty": .string("accept"), "deletes": .string("accept"),
        "ticket": .string("6a1b2c30-5d2f"),
        "viewer": .string("3f9d0c1b2a4e5f60"),
        "collection": .string("trip"), "fields": .string("rating,camera"), "query": .string(#"{"search":"sea"}"#),
        "wait": .int(25_000), "change": .string("2"),
    ]

    private static let descriptions = [
        "change": "the name of a change, whoever made it: the version that it led to, or as the history has it",
        "cursor": "the next of the page before", "rect": "x,y,width,height in content px",
        "ranges": "first-last, separated by commas: flat indices in the version", "ticket": "stands for the token",
        "after": "the id of the last event that was seen, where Last-Event-ID cannot be sent",
        "wait": "ms until a long poll returns without events",
        "section": "identifier of a section", "rev": "the content's revision: with the current one, kept for ever",
        "w": "px; renditions come in steps", "numbered": "1: the place in front of each name",
        "empty": "accept: take over a listing without items",
        "deletes": "accept: delete however much is not named; of a refresh, what vanished and is held",
        "query": "as JSON",
        "fields": "names, separated by commas",
        "inline": "1: no download, where a browser can show the file",
        "lifecycle": "1: with reports of loads", "from": "the version from which on, with its stamp where it has one",
    ]

    /// A header, by its name.
    init?(header name: String) {
        switch name {
        case "If-Match":
            self.init(
                name, in: "header", ["type": .string("string")],
                .string(#""1""#),
                "the version that is to be changed, as an entity tag: 412 when it is another one")
        case "Idempotency-Key":
            self.init(
                name, in: "header",
                ["type": .string("string"), "minLength": .int(1), "maxLength": .int(GridAPI.idempotencyKeyBytes)],
                .string("first-move"),
                "ASCII: a repetition gets the first one's answer, and changes nothing; 422 for another request with the same key"
            )
        case "Lookahead-Actor":
            self.init(
                name, in: "header",
                ["type": .string("string"), "pattern": .string("^[!-~]{1,64}$")], .string("5f0c9a7e2b"),
                "whose undo takes the change back, in place of the cookie or the token: random, it names nobody and grants nothing"
            )
        case "Prefer":
            self.init(
                name, in: "header", ["type": .string("string")], .string("return=minimal"),
                "return=minimal: the versions without the operations; others are ignored")
        case "Last-Event-ID":
            self.init(
                name, in: "header", ["type": .string("integer"), "minimum": .int(0), "maximum": .int(.max)], .int(1),
                "the id of the last event that was seen")
        case "Last-Version":
            self.init(
                "Last-Event-ID", in: "header", ["type": .string("string"), "pattern": .string(Self.versionPattern)],
                .string("1"), "the id of the last event that was seen: a version, with its stamp where it has one")
        case "Range":
            self.init(
                name, in: "header", ["type": .string("string"), "pattern": .string("^bytes=[0-9]{1,9}-[0-9]{0,9}$")],
                .string("bytes=0-1023"),
                "a part of the file")
        default: return nil
        }
    }
}

extension OpenAPIOperation {
    /// Operations that make a version: under a condition, and once for each key.
    private static let changes: Set<String> = [
        "replaceSnapshot", "sortItems", "moveItems", "batchUpdate", "patchItem", "patchCollection", "patchSection",
        "putPicture", "markItems", "addItems", "removeItems", "removeItem", "insertItems", "patchItems", "undo", "redo",
        "endMovement",
    ]
    private static let ofCollections: Set<String> = [
        "createCollection", "createAlbum", "importCollection", "removeCollection",
    ]
    private static let streams: Set<String> = ["listenToViewer", "listenToViewers"]

    /// The headers that it takes, by their names.
    var headers: [String] {
        if Self.changes.contains(id) { return ["If-Match", "Idempotency-Key", "Lookahead-Actor", "Prefer"] }
        if id == "getHistory" { return ["Lookahead-Actor"] }
        if Self.ofCollections.contains(id) { return ["If-Match", "Idempotency-Key"] }
        if Self.streams.contains(id) { return ["Last-Event-ID"] }
        if id == "followCollection" { return ["Last-Version"] }
        return id == "getOriginal" ? ["Range"] : []
    }

    /// The headers of its answer, with what they say.
    var answerHeaders: [(name: String, description: String)] {
        switch answer {
        case "Patch", "Snapshot": [("ETag", "the version")]
        case "Collection":
            [("ETag", "the version")] + (method == "post" ? [("Location", "the collection's path")] : [])
        case "Items", "Sections": [("ETag", "the version"), ("Link", "the next page, rel=next")]
        default: []
        }
    }

    /// All its parameters.
    var parameters: [OpenAPIParameter] {
        let names = path.split(separator: "/").filter { $0.first == "{" }.map { String($0.dropFirst().dropLast()) }
        return names.map { OpenAPIParameter(path: $0) } + query.map { OpenAPIParameter(query: $0) }
            + headers.compactMap { OpenAPIParameter(header: $0) }
    }
}
