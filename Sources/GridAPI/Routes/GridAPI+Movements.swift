import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Interactive movement: an item is picked up, moved, and dropped or cancelled; or only asked where it would land.
extension GridAPI {
    static let movementOperations =
        Operation.below(
            collectionPath + "/movements", .changing,
            [
                Operation(
                    .post, "", "beginMovement", "Pick an item up", body: .json("PickUp"),
                    answer: .json("Movement", 201), refusals: [403, 409, 429], beginMovement),
                Operation(
                    .patch, "/{m}", "updateMovement", "Propose a place", body: .json("Proposal"),
                    answer: .json("Target"), refusals: [409], updateMovement),
                .change(.post, "/{m}/end", "endMovement", "Drop the item", body: .unread, endMovement),
                Operation(
                    .delete, "/{m}", "cancelMovement", "Cancel the movement", answer: .empty(), cancelMovement),
            ])
        + Operation.below(
            itemPath, .changing,
            [
                Operation(
                    .post, "/target", "getTarget", "Where an item would land", body: .json("Proposal"),
                    answer: .json("Target"), refusals: [403, 409], getTarget)
            ])

    private func beginMovement(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let item = try read(request.body) { (reader) throws(JSONError) in
            try reader.read(PickUp.self).item
        }
        let (client, author) = (request.client, try request.author())
        let (movement, from) = try ask { () throws(GridError) in
            try engine.beginMovement(of: item, in: collection, by: author, for: client)
        }
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("movement", movement)
            writer.member("item", item)
            writer.member("from", from)
        }
        let location = "/api/v1/collections/\(PercentCoding.segment(collection))/movements/\(movement)"
        return .respond(.json(writer.take(), status: .created, headers: [HTTPHeader("Location", location)]))
    }

    private func updateMovement(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, movement) = (request.parameter("c"), request.parameter("m"))
        let proposal = try read(request.body) { (reader) throws(JSONError) in try reader.read(Proposal.self) }
        return answer(
            try ask { () throws(GridError) in
                try engine.updateMovement(movement, in: collection, toAfter: proposal.to, version: proposal.version)
            })
    }

    private func getTarget(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item, author) = (request.parameter("c"), request.parameter("i"), try request.author())
        let proposal = try read(request.body) { (reader) throws(JSONError) in try reader.read(Proposal.self) }
        return answer(
            try ask { () throws(GridError) in
                try engine.target(
                    ofMoving: item, in: collection, toAfter: proposal.to, version: proposal.version, by: author)
            })
    }

    private func answer(_ landing: (target: IndexPath, version: Int)) -> HTTPOutcome {
        .respond(
            .object { writer in
                writer.member("target", landing.target)
                writer.member("version", landing.version)
            })
    }

    private func endMovement(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, movement) = (request.parameter("c"), request.parameter("m"))
        return try change(request) { options, completion throws(GridError) in
            try engine.endMovement(movement, in: collection, options: options, completion: completion)
        }
    }

    private func cancelMovement(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, movement) = (request.parameter("c"), request.parameter("m"))
        try ask { () throws(GridError) in try engine.cancelMovement(movement, in: collection) }
        return .respond(.empty())
    }
}
