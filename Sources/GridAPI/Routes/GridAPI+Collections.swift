import CollectionLayout
import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Reading collections.
extension GridAPI {
    func registerCollections(in router: inout Router) {
        let collection = "/api/v1/collections/{c}"
        router.on(.get, "/api/v1/collections", listCollections)
        router.on(.get, collection, getCollection)
        router.on(.get, collection + "/items", listItems)
        router.on(.get, collection + "/items/{i}", getItem)
        router.on(.get, collection + "/snapshot", getSnapshot)
        router.on(.get, collection + "/patches", listPatches)
        router.on(.get, collection + "/layout", getLayout)
    }

    private func listCollections(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("collections")
        writer.beginArray()
        for summary in engine.summaries() { writer.summary(summary, for: request.access) }
        writer.endArray()
        writer.endObject()
        return .respond(.json(writer.take(), headers: [.fresh]))
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
        let found = try ask { () throws(GridError) in try engine.item(id, of: collection) }
        var writer = JSONWriter()
        writer.item(found.item, at: found.indexPath)
        return .respond(.json(writer.take(), headers: [.fresh]))
    }

    private func listItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, section) = (request.parameter("c"), request.query("section"))
        let cursor = try ItemCursor(request)
        let start = try request.integer("offset", 0...Int(Int32.max)) ?? 0
        let offset = cursor?.offset ?? start
        let limit = try request.integer("limit", 1...1000) ?? 100
        return try reaching(cursor?.version, of: collection) { () throws(ProblemDetails) in
            try items(of: collection, section: section, at: cursor, offset: offset, limit: limit)
        }
    }

    private func items(
        of collection: String, section: String?, at cursor: ItemCursor?, offset: Int, limit: Int
    ) throws(ProblemDetails) -> HTTPOutcome {
        let found = try ask { () throws(GridError) in
            try engine.items(of: collection, section: section, at: cursor?.version, offset: offset, limit: limit)
        }
        guard let page = found else {
            throw ProblemDetails(
                .gone, "the log no longer reaches back to the version of the cursor; begin again without it")
        }
        let end = offset + limit
        var writer = JSONWriter(reservingCapacity: 64 + page.items.count * 200)
        writer.beginObject()
        writer.member("collection", collection)
        writer.member("version", page.version)
        writer.member("offset", offset)
        writer.member("total", page.total)
        writer.key("items")
        writer.beginArray()
        for (item, indexPath) in page.items { writer.item(item, at: indexPath) }
        writer.endArray()
        let next = end < page.total ? ItemCursor(version: page.version, offset: end) : nil
        if let next { writer.member("next", next.text) }
        writer.endObject()
        var headers: [HTTPHeader] = [.fresh, .version(page.version)]
        if let next {
            var target = "/api/v1/collections/\(PercentCoding.segment(collection))/items?"
            if let section { target += "section=\(PercentCoding.encode(section))&" }
            // Who begins with a cursor goes on with it.
            target += cursor == nil ? "offset=\(end)" : "cursor=\(next.text)"
            target += "&limit=\(limit)"
            headers.append(HTTPHeader("Link", "<\(target)>; rel=\"next\""))
        }
        return .respond(
            HTTPResponse(
                .ok, contentType: "application/json", headers: headers, body: .bytes(writer.take()),
                mayCompress: true))
    }

    private func getSnapshot(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, section) = (request.parameter("c"), request.query("section"))
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
        guard let from = try request.head("from") else {
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
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("patches")
        writer.beginArray()
        for change in changes { writer.raw(patches.json(of: change)) }
        writer.endArray()
        writer.endObject()
        return .respond(.json(writer.take(), headers: [.fresh, HTTPHeader("Vary", "Accept")]))
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
        let kind = request.query("kind") ?? "column"
        var options: [String: Double] = [:]
        for name in LayoutDescription.optionNames {
            if let value = try request.number(name) { options[name] = value }
        }
        let description = try LayoutDescription.checked(kind: kind, options: options, pointer: "")
        let width = try request.number("width", 1...1_000_000) ?? 1280
        let rect = try request.rect("rect") ?? Rect(x: 0, y: 0, width: width, height: 900)
        let answer = try ask { () throws(GridError) in
            try engine.layout(of: collection, description, width: width, rect: rect)
        }
        var writer = JSONWriter(reservingCapacity: 128 + answer.elements.count * 64)
        writer.beginObject()
        writer.member("collection", collection)
        writer.member("version", answer.version)
        writer.member("contentSize", answer.contentSize)
        writer.key("elements")
        writer.beginArray()
        for element in answer.elements {
            writer.beginObject()
            writer.member("indexPath", element.indexPath)
            writer.member("frame", element.frame)
            writer.endObject()
        }
        writer.endArray()
        writer.key("headers")
        writer.beginArray()
        for header in answer.headers { writer.header(header) }
        writer.endArray()
        writer.endObject()
        return .respond(.json(writer.take(), headers: [.fresh]))
    }
}

extension HTTPHeader {
    /// Revalidated on each use.
    static let fresh = HTTPHeader("Cache-Control", "no-cache")
}
