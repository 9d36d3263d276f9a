import CollectionLayout
import CollectionModel
import GridEngine
import HTTPServer
import JSONText
import Prefetching

/// Viewers, and the visible-range event: the hot path.
extension GridAPI {
    private static let rangeBodyBytes = 4096

    static let viewerOperations =
        Operation.below(
            collectionPath, .viewing,
            [
                Operation(
                    .post, "/viewers", "createViewer", "Open a viewer",
                    body: .json("NewViewer", maxBytes: queryBodyBytes), isChange: false, answer: .json("Viewer", 201),
                    refusals: [429, 503], createViewer)
            ])
        + Operation.below(
            viewersPath, .viewing,
            [
                Operation(
                    .get, "", "listViewers", "Up to 100 viewers, the latest active first", answer: .json("Viewers"),
                    listViewers),
                Operation(.get, "/{v}", "getViewer", "One viewer", answer: .json("Viewer"), getViewer),
                Operation(
                    .patch, "/{v}", "updateViewer", "Change layout, size, policy, reach or query",
                    body: .mergePatch("ViewerSettings", as: Operation.Body.jsonType, maxBytes: queryBodyBytes),
                    isChange: false, answer: .json("Viewer"), refusals: [429, 503], updateViewer),
                Operation(
                    .delete, "/{v}", "removeViewer", "End a viewer", isChange: false, answer: .empty(), removeViewer),
                // A page that goes away can only POST.
                Operation(
                    .post, "/{v}/leave", "leaveViewer", "The same, for navigator.sendBeacon", query: [ticket],
                    isChange: false, answer: .empty(), removeViewer),
                Operation(
                    .post, "/{v}/range", "reportRange",
                    "Report the visible range; at most 200 events a second are answered, the newest first",
                    body: .json("RangeEvent", maxBytes: rangeBodyBytes), isChange: false,
                    answer: .json("RangeAnswer"), refusals: [429], reportRange),
            ])

    private func createViewer(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let body = try readViewer(request.body)
        var settings = ViewerSettings(
            layout: try LayoutDescription.checked(kind: "column", options: [:], pointer: "/layout"),
            width: 1280, height: 800)
        try body.apply(to: &settings)
        settings.author = try request.author()
        let (checked, client, event) = (settings, request.client, body.range)
        guard checked.query == nil else {
            return later({ created($0, reporting: event) }) { cancellation, completion in
                engine.createViewer(
                    of: collection, checked, for: client, cancellation: cancellation, completion: completion)
            }
        }
        let viewer = try ask { () throws(GridError) in try engine.createViewer(of: collection, checked, for: client) }
        return .respond(created(viewer, reporting: event))
    }

    private func readViewer(_ body: [UInt8]) throws(ProblemDetails) -> ViewerRequest {
        try readQuery(body, at: "/query") { (reader) throws(JSONError) in try ViewerRequest(from: &reader) }
    }

    /// The answer to a viewer's creation, with the one to its first visible-range event, if that came along.
    private func created(_ viewer: ViewerDescription, reporting event: RangeEvent?) -> HTTPResponse {
        let answer = event.flatMap { (event) -> RangeAnswer? in
            var event = event
            event.version = viewer.version
            // Another request may have removed it meanwhile: its page finds that out with its next event.
            return try? engine.range(viewer.viewer, event)
        }
        var response = HTTPResponse.json(
            viewer.json(range: answer?.json(patches: patches)), status: .created,
            headers: [HTTPHeader("Location", "/api/v1/viewers/\(viewer.viewer)")])
        response.compressIfLarge()
        return response
    }

    private func listViewers(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        return .respond(
            .object(headers: [.fresh]) { writer in
                writer.array("viewers") { writer in
                    for viewer in engine.viewerDescriptions() { writer.viewer(viewer) }
                }
            })
    }

    private func getViewer(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let name = try request.viewerName()
        let viewer = try ask { () throws(GridError) in try engine.viewer(name) }
        return .respond(.json(viewer.json, headers: [.fresh]))
    }

    private func updateViewer(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let name = try request.viewerName()
        let body = try readViewer(request.body)
        var settings = try ask { () throws(GridError) in try engine.viewer(name) }.settings
        try body.apply(to: &settings)
        let checked = settings
        guard !body.hasQuery else {
            return later({ .json($0.json) }) { cancellation, completion in
                engine.updateViewer(name, to: checked, cancellation: cancellation, completion: completion)
            }
        }
        let viewer = try ask { () throws(GridError) in
            try engine.updateViewer(name) { (settings) throws(GridError) in
                // Another request may have changed the query meanwhile.
                let query = settings.query
                settings = checked
                settings.query = query
            }
        }
        return .respond(.json(viewer.json))
    }

    private func removeViewer(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let name = try request.viewerName()
        try ask { () throws(GridError) in try engine.removeViewer(name) }
        return .respond(.empty())
    }

    /// After a jump, an answer has hundreds of cells, which are much alike. Those of a view that scrolls on are small, and asked for all
    /// the time: packing them would cost more than it saves.
    private func response(_ answer: RangeAnswer) -> HTTPResponse {
        var response = HTTPResponse.json(answer.json(patches: patches))
        response.compressIfLarge()
        return response
    }

    private func reportRange(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let name = try request.viewerName()
        let event = try read(request.body) { (reader) throws(JSONError) in try RangeEvent(from: &reader) }
        let answer = try ask { () throws(GridError) in try engine.rangeInTurn(name, event) }
        if let answer { return .respond(response(answer)) }
        return .later { responder in
            engine.hold(event, of: name) { responder.respond(to: $0, response) }
        }
    }
}

extension HTTPResponse {
    fileprivate mutating func compressIfLarge() {
        guard case .bytes(let bytes) = body else { return }
        mayCompress = bytes.count >= 8 * 1024
    }
}

extension HTTPRequest {
    /// The viewer in the path. Read from the raw bytes: this is the hot path.
    func viewerName() throws(ProblemDetails) -> ViewerID {
        guard let name = ViewerID(digits: rawParameter(at: 0)) else {
            throw ProblemDetails(GridError.notFound(.viewer, id: parameter("v")))
        }
        return name
    }
}
