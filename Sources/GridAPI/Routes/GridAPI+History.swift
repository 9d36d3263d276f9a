import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Undo and redo: of one's own newest change, or of one that is named.
extension GridAPI {
    private static let named = Parameter.text(
        "change", example: "2",
        "the name of a change, whoever made it: the version that it led to, or as the history has it")

    static let historyOperations =
        Operation.below(
            collectionPath, .changing,
            [
                .change(
                    .post, "/undo", "undo",
                    """
                    Undo one's own newest change, or the one that is named. A patch of more than \(revertedOperationLimit) \
                    operations comes without them, unless return=representation is preferred
                    """, query: [named], body: .unread, undo),
                .change(
                    .post, "/redo", "redo", "Redo the change that one has undone last, or the one that is named",
                    query: [named], body: .unread, redo),
            ])
        + Operation.below(
            collectionPath, .reading,
            [
                Operation(
                    .get, "/history", "getHistory",
                    "What the one who asks can undo and redo, and the newest change of anybody", headers: [.actor],
                    answer: .json("History"), refusals: [503], getHistory)
            ])

    /// Maximum operations of a patch that undo and redo return unasked: who takes something back does not know how much it is.
    static let revertedOperationLimit = 1000

    private func undo(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, change) = (request.parameter("c"), request.query(GridAPI.named.name))
        return try revert(request) { options, completion throws(GridError) in
            try engine.undo(in: collection, change, options: options, completion: completion)
        }
    }

    private func redo(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, change) = (request.parameter("c"), request.query(GridAPI.named.name))
        return try revert(request) { options, completion throws(GridError) in
            try engine.redo(in: collection, change, options: options, completion: completion)
        }
    }

    private func revert(
        _ request: borrowing HTTPRequest,
        _ start: @escaping @Sendable (ChangeOptions, @escaping GridEngine.ChangeCompletion) throws(GridError) -> Void
    ) throws(ProblemDetails) -> HTTPOutcome {
        let options = try request.changeOptions().covering(request.receivedBody)
        let (isMinimal, isWhole) = (request.wantsMinimum, request.wantsRepresentation)
        return .later { responder in
            responder.ask { () throws(GridError) in
                try start(options) { result in
                    responder.respond(answer(to: result, isMinimal: isMinimal, isWhole: isWhole))
                }
            }
        }
    }

    /// The response to undo or redo: the patch, unless it is long, and what was taken back.
    private func answer(
        to result: Result<CommittedChange, GridError>, isMinimal: Bool, isWhole: Bool
    ) -> HTTPResponse {
        switch result {
        case .success(let change):
            let isShort = isMinimal || !isWhole && change.patch.patch.count > GridAPI.revertedOperationLimit
            return .json(
                change.json(isMinimal: isShort),
                headers: [.version(change.head)]
                    + (isShort ? [HTTPHeader("Preference-Applied", "return=minimal")] : []))
        case .failure(let error): return ProblemDetails(error).response
        }
    }

    private func getHistory(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, author) = (request.parameter("c"), try request.author())
        let history = try ask { () throws(GridError) in try engine.history(of: collection, for: author) }
        return .respond(
            .object(headers: [.fresh]) { writer in
                if let undo = history.undo { writer.member("undo", undo) }
                if let redo = history.redo { writer.member("redo", redo) }
                if let newest = history.newest { writer.member("newest", newest) }
            })
    }
}

extension HTTPRequest {
    /// Whether the client wants all operations, however many they are (RFC 7240).
    fileprivate var wantsRepresentation: Bool { header("Prefer")?.contains("return=representation") == true }
}

extension CommittedChange {
    /// The patch with what it took back.
    fileprivate func json(isMinimal: Bool) -> [UInt8] {
        var writer = JSONWriter()
        let operations = isMinimal ? Patch() : patch.patch
        operations.appendJSON(to: &writer, encoder: identities.encoder) { writer in
            writer.member("collection", collection)
            writer.member("from", patch.from)
            writer.member("to", patch.to)
            if let stamp = head.stampText { writer.member("stamp", stamp) }
            if let reverted { writer.member("change", reverted) }
        }
        return writer.take()
    }
}
