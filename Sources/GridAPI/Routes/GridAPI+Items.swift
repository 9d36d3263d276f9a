import GridEngine
import HTTPServer
import JSONText

/// Changes of items by their names, as programs make them that keep no places; and what is said where a habit has no route.
extension GridAPI {
    private static let unknown = Parameter.choice(
        "unknown", ["skip"], example: "skip", isChecked: true)

    static let itemOperations = Operation.below(
        collectionPath, .changing,
        [
            .change(
                .delete, "/items/{i}", "removeItem", "Remove an item from an album or a posted collection", body: nil,
                removeItem),
            .change(
                .post, "/sections/{s}/items", "insertItems",
                "Insert items into a section of a posted collection: at its end, or beside one of its items",
                body: .json("NewItems", maxBytes: largeBodyBytes), insertItems),
            .change(
                .patch, "/items", "patchItems",
                """
                Change many items, all or none, in one version: a line for each, with its id, or the path of its file, and what is changed; \
                or a row of a table for each, with its path and attributes. With unknown=skip, lines that name no item, and rows that cannot \
                be read, are left out and counted
                """, query: [unknown],
                body: .lines("ItemPatchLines", orTable: "ItemTable", maxBytes: largeBodyBytes), patchItems),
        ])

    func addHints(to router: inout Router) {
        let collection = "/api/v1/collections/{c}"
        for (method, pattern, text) in [
            (HTTPMethod.put, "/api/v1/collections", "POST makes one, and POST …/collections/{c}/import replaces one"),
            (.delete, "/api/v1/collections", "DELETE …/collections/{c} deletes one"),
            (.put, collection, "POST …/import makes it what lines say, and PUT …/snapshot replaces its order"),
            (.post, collection + "/items", "POST …/sections/{s}/items inserts items into a section"),
            (.put, collection + "/items", "PUT …/snapshot replaces the order, and POST …/import everything"),
            (.delete, collection + "/items", "POST …/removals removes items, and DELETE …/items/{i} one"),
            (.put, collection + "/items/{i}", "PATCH changes what it names, and PUT …/items/{i}/picture the picture"),
            (.post, collection + "/items/{i}", "PATCH changes it, and POST …/moves moves it"),
            (.post, collection + "/sections", "POST …/batch with insertSections inserts sections"),
            (.delete, collection + "/sections/{s}", "POST …/batch with deleteSections deletes sections"),
            (.put, collection + "/sections/{s}", "PATCH changes its title, and POST …/batch its items"),
            (.patch, collection + "/sections/{s}/items", "PATCH …/items changes items, wherever they are"),
        ] {
            router.hints.add(method, pattern, text)
        }
        router.hints.add(nil, "/api/v1/{rest*}", "GET /api/v1/openapi.json lists all routes")
    }

    private func removeItem(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        return try change(request) { options, completion throws(GridError) in
            try engine.remove(.items([item]), from: collection, options: options, completion: completion)
        }
    }

    private func insertItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, section) = (request.parameter("c"), request.parameter("s"))
        let (options, isMinimal) = (try request.changeOptions(), request.wantsMinimum)
        return readInBackground(request.receivedBody, for: options) { (reader) throws(JSONError) in
            try NewItems(from: &reader)
        } then: { new, options, responder throws(GridError) in
            try engine.insert(
                new.items, in: collection, section: section, beside: new.neighbour, options: options
            ) { responder.respond(response(to: $0, isMinimal: isMinimal)) }
        }
    }

    private func patchItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, isMinimal) = (request.parameter("c"), request.wantsMinimum)
        let (body, options) = (request.receivedBody, try request.changeOptions())
        let (skipsUnknown, isTable) = (try request.value(GridAPI.unknown) != nil, request.isOf(GridAPI.table))
        return .later { responder in
            largeBodies.async {
                responder.attempt { () throws(ProblemDetails) in
                    let named = try changes(
                        try body.read(), isTable: isTable, in: collection, skipsUnknown: skipsUnknown)
                    let options = try options.covering(body)
                    try ask { () throws(GridError) in
                        try engine.patch(named.changes, in: collection, options: options) {
                            responder.respond(response(to: $0, isMinimal: isMinimal, with: named.counts))
                        }
                    }
                }
            }
        }
    }

    private func changes(
        _ text: [UInt8], isTable: Bool, in collection: String, skipsUnknown: Bool
    ) throws(ProblemDetails) -> NamedChanges {
        guard isTable else {
            let lines = try ItemPatchLines(text)
            return try ask { () throws(GridError) in
                try engine.named(lines.changes, in: collection, skipsUnknown: skipsUnknown)
            }
        }
        let limit = BatchRequest.operationLimit
        let named = try ask { () throws(GridError) in
            try engine.named(table: text, in: collection, limit: limit, skipsUnknown: skipsUnknown)
        }
        guard let named else { throw ProblemDetails(.unprocessableContent, "more than \(limit) rows") }
        if let line = named.firstInvalid, !skipsUnknown {
            var problem = ProblemDetails(.unprocessableContent, "line \(line): this row cannot be read")
            problem.members.append(("line", .integer(line)))
            throw problem
        }
        return named
    }
}

/// `{"items":[…],"before":"id"}`
private struct NewItems: Sendable {
    private(set) var items: [GivenItem] = []
    private(set) var neighbour: ItemDestination?

    init(from reader: inout JSONReader) throws(JSONError) {
        var isGiven = false
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "items":
                isGiven = true
                try reader.beginArray()
                while try reader.nextElement() {
                    guard items.count < BatchRequest.operationLimit else {
                        throw reader.tooMany("items", limit: BatchRequest.operationLimit)
                    }
                    items.append(try reader.readGivenItem())
                }
            case "before", "after": neighbour = try reader.readNeighbour(besides: neighbour)
            default: throw reader.unknownMember(known: "after", "before", "items")
            }
        }
        guard isGiven else { throw reader.missing("items") }
    }
}

extension HTTPRequest {
    /// Whether its body has a media type, whatever its parameters.
    fileprivate func isOf(_ type: String) -> Bool {
        let sent = header("Content-Type")?.prefix { $0 != ";" && $0 != " " && $0 != "\t" }
        return sent?.lowercased() == type
    }
}

extension NamedChanges {
    /// The numbers of lines that changed nothing by themselves.
    fileprivate var counts: [(StaticString, JSONValue)] {
        var counts: [(StaticString, JSONValue)] = []
        if unknown > 0 { counts.append(("unknown", .int(unknown))) }
        if let firstUnknown { counts.append(("firstUnknown", .string(firstUnknown))) }
        if repeated > 0 { counts.append(("repeated", .int(repeated))) }
        if invalid > 0 { counts.append(("invalid", .int(invalid))) }
        if let firstInvalid { counts.append(("firstInvalid", .int(firstInvalid))) }
        return counts
    }
}

/// Merge patches of items, one a line: `{"id":"a","attributes":{"price":3}}`, or `{"path":"2014/a.jpg",…}`.
private struct ItemPatchLines {
    private(set) var changes: [(name: ItemName, change: ItemChange)] = []

    init(_ text: [UInt8]) throws(ProblemDetails) {
        var number = 1
        var reader = JSONReader(text)
        while reader.nextLine(&number) {
            let start = reader.position
            do throws(JSONError) {
                guard changes.count < BatchRequest.operationLimit else {
                    throw reader.tooMany("items", limit: BatchRequest.operationLimit)
                }
                var name: ItemName?
                let change = try ItemChange(from: &reader, name: &name)
                guard let name else { throw reader.missing("id") }
                changes.append((name, change))
                try reader.endLine(from: start)
            } catch {
                let line = text[start...].prefix { $0 != UInt8(ascii: "\n") }
                var error = JSONReader(Array(line)).isJSON ? error : error.asMalformed
                error.offset -= start
                var problem = ProblemDetails(error)
                problem.detail = problem.detail.map { "line \(number): \($0)" }
                problem.members.append(("line", .integer(number)))
                throw problem
            }
        }
    }
}
