import CollectionLayout
import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Reading collections.
extension GridAPI {
    private static let section = Parameter.text("section", example: "day-1", "identifier of a section")
    private static let offset = Parameter.integer("offset", ItemCursor.offsets)
    private static let cursor = Parameter(
        "cursor", pattern: #"^[0-9]{1,9}\.[0-9]{1,9}$"#, example: "1.100", "the next of the page before"
    ) { (text) throws(Parameter<ItemCursor>.Fault) in
        guard let cursor = ItemCursor(text) else { throw besidesOffset }
        return cursor
    }
    private static let besidesOffset = Parameter<ItemCursor>.Fault(
        "must be the next of a page before, without an offset")
    private static let pageLimit = Parameter.integer("limit", 1...1000, example: 100)
    private static let from = Parameter.version("from", "the version from which on, with its stamp where it has one")
    private static let kind = Parameter.choice("kind", LayoutDescription.kinds, example: "column")
    private static let width = Parameter.number("width", 1...1_000_000, example: 1280)
    private static let rect = Parameter.rect("rect", "x,y,width,height in content px")
    /// Every option that some layout has. The layout checks them: the ranges of a kind may be narrower.
    private static let layoutOptions = [
        ("minColumnWidth", 1...4096), ("cellHeight", 1...4096), ("spacing", 0...256), ("inset", 0...256),
        ("headerHeight", 0...256), ("segmentHeight", 16...4096), ("rowHeight", 16...4096), ("keepsShapes", 0...1),
        ("minSectionWidth", 0...4096),
    ].map { Parameter.number($0, $1, isChecked: false) }

    static let collectionOperations = Operation.below(
        collectionsPath, .reading,
        [
            Operation(
                .get, "", "listCollections", "All collections", answer: .json("Collections"), listCollections),
            Operation(
                .get, "/{c}", "getCollection", "One collection", answer: .json("Collection", headers: [.version]),
                getCollection),
            Operation(
                .get, "/{c}/items", "listItems",
                "A page of items; with the cursor of the page before, in the version of that one",
                query: [section, offset, cursor, pageLimit],
                answer: .json("Items", headers: [.version, .next]), refusals: [410, 503], listItems),
            Operation(
                .get, "/{c}/items/{i}", "getItem", "One item with its place", answer: .json("Item"), refusals: [503],
                getItem),
            Operation(
                .get, "/{c}/snapshot", "getSnapshot", "The whole order at one version", query: [section],
                answer: .json("Snapshot", headers: [.version]), refusals: [503], getSnapshot),
            Operation(
                .get, "/{c}/patches", "listPatches", "All changes since a version", query: [from.required],
                answer: .json("Patches").or(jsonPatch, "JSONPatch"), refusals: [410, 503], listPatches),
            Operation(
                .get, "/{c}/layout", "getLayout", "The layout alone: frames of a rect",
                query: [kind, width, rect] + layoutOptions, answer: .json("Layout"), refusals: [503], getLayout),
        ])

    private func listCollections(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let access = request.access
        return .respond(
            .object(headers: [.fresh]) { writer in
                writer.array("collections") { writer in
                    for summary in engine.summaries() { writer.summary(summary, for: access) }
                }
            })
    }

    private func getCollection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let id = request.parameter("c")
        let summary = try ask { () throws(GridError) in try engine.summary(of: id) }
        var writer = JSONWriter()
        writer.summary(summary, for: request.access)
        return .respond(.json(writer.take(), headers: [.fresh, .version(summary.head)]))
    }

    private func getItem(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, id) = (request.parameter("c"), request.parameter("i"))
        if try ask({ () throws(GridError) in try engine.readsContents(of: collection) }) {
            return .later { responder in
                responder.ask { () throws(GridError) in
                    try engine.readItem(id, of: collection) { found in
                        responder.respond(to: found) { Self.response(to: $0.item, at: $0.indexPath) }
                    }
                }
            }
        }
        let found = try ask { () throws(GridError) in try engine.item(id, of: collection) }
        return .respond(Self.response(to: found.item, at: found.indexPath))
    }

    private static func response(to item: Item, at indexPath: IndexPath) -> HTTPResponse {
        var writer = JSONWriter()
        writer.item(item, at: indexPath)
        return .json(writer.take(), headers: [.fresh])
    }

    private func listItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, section) = (request.parameter("c"), request.query(GridAPI.section.name))
        let cursor = try request.value(GridAPI.cursor)
        guard cursor == nil || request.query(GridAPI.offset.name) == nil else {
            throw ProblemDetails(.unprocessableContent, "\(GridAPI.cursor.name) \(GridAPI.besidesOffset.text)")
        }
        let start = try request.value(GridAPI.offset) ?? 0
        let offset = cursor?.offset ?? start
        let limit = try request.value(GridAPI.pageLimit) ?? 100
        let reads = try ask { () throws(GridError) in try engine.readsContents(of: collection) }
        return try reaching(cursor?.version, of: collection) { () throws(ProblemDetails) in
            if reads {
                return .later { responder in
                    let cancellation = Cancellation()
                    responder.onDisconnect { cancellation.cancel() }
                    responder.ask { () throws(GridError) in
                        try engine.readItems(
                            of: collection, section: section, at: cursor?.version, offset: offset, limit: limit,
                            cancellation: cancellation
                        ) { found in
                            responder.attempt { () throws(ProblemDetails) in
                                let page = try ask { () throws(GridError) in try found.get() }
                                responder.respond(
                                    try response(
                                        to: page, of: collection, section: section, at: cursor, offset: offset,
                                        limit: limit))
                            }
                        }
                    }
                }
            }
            let found = try ask { () throws(GridError) in
                try engine.items(of: collection, section: section, at: cursor?.version, offset: offset, limit: limit)
            }
            return .respond(
                try response(to: found, of: collection, section: section, at: cursor, offset: offset, limit: limit))
        }
    }

    private func response(
        to found: ItemPage?, of collection: String, section: String?, at cursor: ItemCursor?, offset: Int, limit: Int
    ) throws(ProblemDetails) -> HTTPResponse {
        guard let page = found else {
            throw ProblemDetails(
                .gone, "the log no longer reaches back to the version of the cursor; begin again without it")
        }
        let end = offset + limit
        let next = end < page.total ? ItemCursor(version: page.version, offset: end) : nil
        var writer = JSONWriter(reservingCapacity: 64 + page.items.count * 200)
        writer.object { writer in
            writer.member("collection", collection)
            writer.member("version", page.version)
            writer.member("offset", offset)
            writer.member("total", page.total)
            writer.array("items") { writer in
                for (item, indexPath) in page.items { writer.item(item, at: indexPath) }
            }
            if let next { writer.member("next", next.text) }
        }
        var headers: [HTTPHeader] = [.fresh, .version(page.version)]
        if let next {
            var target = "/api/v1/collections/\(PercentCoding.segment(collection))/items?"
            if let section { target += "section=\(PercentCoding.encode(section))&" }
            // A client that began with a cursor goes on with one.
            target += cursor == nil ? "offset=\(end)" : "cursor=\(next.text)"
            target += "&limit=\(limit)"
            headers.append(HTTPHeader("Link", "<\(target)>; rel=\"next\""))
        }
        return HTTPResponse(
            .ok, contentType: "application/json", headers: headers, body: .bytes(writer.take()), mayCompress: true)
    }

    private func getSnapshot(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, section) = (request.parameter("c"), request.query(GridAPI.section.name))
        let found = try ask { () throws(GridError) in try engine.snapshot(of: collection) }
        if let field = request.header("If-None-Match"),
            EntityTag.isListed("\"\(found.head.text)\"", inIfNoneMatch: field)
        {
            return .respond(HTTPResponse(.notModified, headers: [.version(found.head), .fresh]))
        }
        let document = SnapshotDocument(
            collection: collection, version: found.head.version, snapshot: found.snapshot, identities: found.identities,
            section: section)
        guard let document else {
            throw ProblemDetails(GridError.notFound(.section, id: section ?? ""))
        }
        return .respond(
            HTTPResponse(
                .ok, contentType: "application/json", headers: [.version(found.head), .fresh],
                body: .producer { document.next() }, mayCompress: true))
    }

    private func listPatches(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        guard let from = try request.value(GridAPI.from) else {
            throw ProblemDetails(.unprocessableContent, "from is required: the version to start from")
        }
        let isJSONPatch = request.header("Accept")?.contains(GridAPI.jsonPatch) == true
        return try reaching(from.version, of: collection) { () throws(ProblemDetails) in
            try isJSONPatch ? jsonPatch(of: collection, since: from) : patches(of: collection, since: from)
        }
    }

    private func patches(of collection: String, since from: StoredHead) throws(ProblemDetails) -> HTTPOutcome {
        let changes = try ask { () throws(GridError) in
            try engine.changes(of: collection, since: from.version, stamp: from.stamp)
        }
        guard let changes else {
            throw ProblemDetails(.gone, "the log no longer reaches back to version \(from.text); read the snapshot")
        }
        return .respond(
            .object(headers: [.fresh, HTTPHeader("Vary", "Accept")]) { writer in
                writer.array("patches") { writer in
                    for change in changes { writer.raw(patches.json(of: change)) }
                }
            })
    }

    /// The JSON Patch from the snapshot document of a version to the newest one.
    private func jsonPatch(of collection: String, since version: StoredHead) throws(ProblemDetails) -> HTTPOutcome {
        let change = try ask { () throws(GridError) in
            try engine.change(of: collection, since: version.version, stamp: version.stamp)
        }
        guard let (patch, stamp, after, identities) = change else {
            throw ProblemDetails(.gone, "the log no longer reaches back to version \(version.text); read the snapshot")
        }
        var writer = JSONWriter(reservingCapacity: 128 + patch.patch.count * 96)
        patch.appendJSONPatch(
            to: &writer, after: after, item: { $1.snapshotItem($0, identities) },
            section: { $1.emptySection($0, identities) }, title: { $1.string(identities.section($0).title) })
        return .respond(
            HTTPResponse(
                .ok, contentType: GridAPI.jsonPatch,
                headers: [
                    .version(StoredHead(version: patch.to, stamp: stamp)), .fresh, HTTPHeader("Vary", "Accept"),
                ], body: .bytes(writer.take()),
                mayCompress: true))
    }

    private static let jsonPatch = "application/json-patch+json"

    private func getLayout(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let kind = try request.value(GridAPI.kind) ?? "column"
        var options: [String: Double] = [:]
        for option in GridAPI.layoutOptions { options[option.name] = try request.value(option) }
        let description = try LayoutDescription.checked(kind: kind, options: options, pointer: "")
        let width = try request.value(GridAPI.width) ?? 1280
        let rect = try request.value(GridAPI.rect) ?? Rect(x: 0, y: 0, width: width, height: 900)
        let answer = try ask { () throws(GridError) in
            try engine.layout(of: collection, description, width: width, rect: rect)
        }
        var writer = JSONWriter(reservingCapacity: 128 + answer.elements.count * 64)
        writer.object { writer in
            writer.member("collection", collection)
            writer.member("version", answer.version)
            writer.member("contentSize", answer.contentSize)
            writer.array("elements") { writer in
                for element in answer.elements {
                    writer.object { writer in
                        writer.member("indexPath", element.indexPath)
                        writer.member("frame", element.frame)
                    }
                }
            }
            writer.array("headers") { writer in for header in answer.headers { writer.header(header) } }
        }
        return .respond(.json(writer.take(), headers: [.fresh]))
    }
}

extension HTTPHeader {
    /// Revalidated on each use.
    static let fresh = HTTPHeader("Cache-Control", "no-cache")
}
