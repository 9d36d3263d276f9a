import GridEngine
import HTTPServer
import JSONText

/// Albums: collections of items of other collections. The routes of collections serve them too.
extension GridAPI {
    static let albumOperations =
        Operation.below(
            "/api/v1/albums", .changing,
            [
                Operation(
                    .post, "", "createAlbum", "Create an album: a collection of items of other collections",
                    headers: [.ifMatch, .idempotencyKey], body: .json("NewAlbum"),
                    answer: .json("Collection", 201, headers: [.version, .location]),
                    refusals: [403, 409, 429, 507], createAlbum),
                Operation(
                    .post, "/{c}/restore", "restoreAlbum",
                    "Bring a deleted album back as it was: for 30 days, if it is among the 100 that were deleted last",
                    answer: .json("Collection", headers: [.version, .location]), refusals: [403, 429, 503, 507],
                    restoreAlbum),
            ])
        + Operation.below(
            collectionPath, .changing,
            [
                .change(
                    .post, "/additions", "addItems",
                    "Put items of a collection, or of a result, into an album, in one change",
                    body: .json("Addition", maxBytes: markBodyBytes), refusals: [429], addItems),
                .change(
                    .post, "/removals", "removeItems",
                    "Remove items from an album or a posted collection, in one change",
                    body: .json("Removal", maxBytes: markBodyBytes), removeItems),
            ])

    private func createAlbum(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (options, client) = (try request.changeOptions().covering(request.receivedBody), request.client)
        let title = try read(request.body) { (reader) throws(JSONError) in try reader.read(NewAlbum.self).title }
        return .later { responder in
            engine.createAlbum(title: title, options: options, for: client) {
                responder.respond(GridAPI.response(to: $0))
            }
        }
    }

    private func restoreAlbum(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let album = request.parameter("c")
        return .later { responder in
            engine.restoreAlbum(album) { responder.respond(GridAPI.response(to: $0, status: .ok)) }
        }
    }

    private func addItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let album = request.parameter("c")
        let addition = try read(request.body) { (reader) throws(JSONError) in try AdditionRequest(from: &reader) }
        return try change(request) { options, completion throws(GridError) in
            try engine.add(addition.addition, to: album, options: options, completion: completion)
        }
    }

    private func removeItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let items = try read(request.body) { (reader) throws(JSONError) in
            var choice = ItemChoice()
            try reader.beginObject()
            while try reader.nextMember() {
                guard try choice.read(&reader) else { throw reader.unknownMember(known: "items", "ranges", "version") }
            }
            guard let items = try choice.items(reader) else { throw reader.missing("items") }
            return items
        }
        return try change(request) { options, completion throws(GridError) in
            try engine.remove(items, from: collection, options: options, completion: completion)
        }
    }
}
