import GridEngine
import HTTPServer
import JSONText

/// Marks: stars, flags, ratings and labels, of one item or of millions.
extension GridAPI {
    static let markOperations =
        Operation.below(
            collectionPath, .changing,
            [
                .change(
                    .post, "/marks", "markItems", "Give items stars, a flag, a rating or labels, in one change",
                    body: .json("Marks", maxBytes: markBodyBytes), refusals: [429], markItems),
                .change(
                    .post, "/stacks", "restack",
                    "Put items together as one stack, take stacks apart, or choose a face, in one change",
                    body: .json("Stacking", maxBytes: markBodyBytes), refusals: [429], restack),
                Operation(
                    .put, "/bursts", "setBursts", "Make bursts stacks, or no longer; the collection remembers it",
                    body: .json("Bursts"), answer: .json("Bursts"), refusals: [403, 503, 507], setBursts),
            ])
        + Operation.below(
            collectionPath, .finding,
            [
                Operation(
                    .get, "/labels", "listLabels", "The labels that items have, with their colours",
                    answer: .json("Labels"), refusals: [503], listLabels)
            ])

    /// Maximum size of a request that marks items: some 10,000 identifiers, or 50,000 ranges.
    static let markBodyBytes = 1 << 20

    private func markItems(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let body = try read(request.body) { (reader) throws(JSONError) in try MarkRequest(from: &reader) }
        return try change(request) { options, completion throws(GridError) in
            try engine.mark(
                body.items, in: collection, as: body.marks, meaning: body.meaning, sharpest: body.sharpest,
                options: options, completion: completion)
        }
    }

    private func restack(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let body = try read(request.body) { (reader) throws(JSONError) in try StackRequest(from: &reader) }
        return try change(request) { options, completion throws(GridError) in
            try engine.restack(
                body.items, in: collection, as: body.stacking, meaning: body.meaning, options: options,
                completion: completion)
        }
    }

    private func setBursts(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let setting = try read(request.body) { (reader) throws(JSONError) in try reader.read(BurstSetting.self) }
        return .later { responder in
            responder.ask { () throws(GridError) in
                try engine.set(setting, of: collection) { result in
                    responder.respond(to: result) { _ in
                        var writer = JSONWriter()
                        writer.bursts(setting)
                        return .json(writer.take())
                    }
                }
            }
        }
    }

    private func listLabels(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let labels = try ask { () throws(GridError) in try engine.labels(of: collection) }
        return .respond(
            .object { writer in
                writer.array("labels") { writer in
                    for label in labels {
                        writer.object { writer in
                            writer.member("name", label.name)
                            if let colour = label.colour { writer.member("colour", colour.rawValue) }
                        }
                    }
                }
            })
    }
}
