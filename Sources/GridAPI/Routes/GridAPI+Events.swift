import CollectionModel
import Dispatch
import GridEngine
import HTTPServer
import Prefetching

/// A viewer's events: as an event stream, or by long poll.
extension GridAPI {
    fileprivate static let after = Parameter.integer(
        "after", 0...Int.max, example: 1,
        "the id of the last event that was seen, where Last-Event-ID cannot be sent")
    fileprivate static let afterVersion = Parameter.version("after", after.note)
    private static let wait = Parameter.integer(
        "wait", 0...60_000, example: 25_000, "ms until a long poll returns without events")
    private static let lifecycle = Parameter.integer("lifecycle", 0...1, "1: with reports of loads")
    private static let viewer = Parameter.texts("viewer", example: "3f9d0c1b2a4e5f60")

    static let eventOperations = Operation.below(
        "/api/v1", .viewing,
        [
            Operation(
                .get, "/viewers/{v}/events", "listenToViewer",
                """
                The viewer's events: an event stream (with lifecycle=1 reports of loads, and no previews), or a long poll \
                with Accept: application/json
                """, query: [after, wait, lifecycle, ticket], headers: [.lastEventID],
                answer: .json("Events").or(eventStream, "EventStream"), listenToViewer),
            Operation(
                .get, "/collections/{c}/events", "followCollection",
                """
                A collection's versions as an event stream, without a viewer: patches from the version after on, or from the \
                newest
                """, query: [afterVersion, ticket], headers: [.lastVersion],
                answer: .of(eventStream, "CollectionEventStream"), refusals: [503], followCollection),
            Operation(
                .get, "/events", "listenToViewers", "One event stream for several viewers",
                query: [viewer.required, after, lifecycle, ticket], headers: [.lastEventID],
                answer: .of(eventStream, "EventStream"), listenToViewers),
        ])

    private static let eventStream = "text/event-stream"

    /// A collection's versions, for those who have no viewer.
    private func followCollection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let after = try request.lastVersion()
        return try reaching(after?.version, of: collection) { () throws(ProblemDetails) in
            try follow(collection, after: after)
        }
    }

    private func follow(_ collection: String, after: StoredHead?) throws(ProblemDetails) -> HTTPOutcome {
        let stream = EventStream()
        let events = CollectionEvents(of: collection, on: stream, engine, patches)
        let following = try ask { () throws(GridError) in try engine.follow(collection) { events.announce() } }
        events.begin(after: after, newest: following.head)
        stream.onClose { _ in
            // A stream may end while it is being notified.
            DispatchQueue.global().async { engine.unfollow(following) }
        }
        return .respond(.events(stream))
    }

    private func listenToViewer(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let name = try request.viewerName()
        let after = try request.lastEventID()
        guard request.header("Accept")?.contains("application/json") == true else {
            return try openStream(
                to: [name], after: after, namesViewers: false,
                withLifecycle: request.query(GridAPI.lifecycle.name) == "1")
        }
        let wait = try request.value(GridAPI.wait) ?? 25_000
        return try poll(name, after: after ?? engine.lastEventID, waitMilliseconds: wait)
    }

    private func listenToViewers(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        var names: [ViewerID] = []
        for text in request.queryAll(GridAPI.viewer.name) {
            guard let name = ViewerID(text) else { throw ProblemDetails(.notFound, "there is no viewer \(text)") }
            if !names.contains(name) { names.append(name) }
        }
        guard (1...GridAPI.viewersPerStream).contains(names.count) else {
            throw ProblemDetails(
                .unprocessableContent, "viewer must be given 1 to \(GridAPI.viewersPerStream) times")
        }
        return try openStream(
            to: names, after: try request.lastEventID(), namesViewers: true,
            withLifecycle: request.query(GridAPI.lifecycle.name) == "1")
    }

    /// Maximum viewers on one stream, which several tabs share.
    private static let viewersPerStream = 64

    private func openStream(
        to names: [ViewerID], after: Int?, namesViewers: Bool, withLifecycle: Bool
    ) throws(ProblemDetails) -> HTTPOutcome {
        let encoder = try eventEncoder(for: names, namesViewers: namesViewers)
        var stream = EventStream()
        // A dashboard watches the life cycle while another page draws: that page gets the previews.
        let takesPreviews = !withLifecycle
        var subscription = try subscribe(stream, to: names, after: after, takesPreviews, encoder)
        if stream.isClosed {
            // More was missed than a stream may hold. Sending it again would overflow again, so reset the viewers instead.
            stream = EventStream()
            let id = engine.lastEventID
            for name in names {
                let version = try ask { () throws(GridError) in try engine.viewer(name).version }
                stream.send(frame: encoder.reset(name, version: version, id: id))
            }
            subscription = try subscribe(stream, to: names, after: id, takesPreviews, encoder)
        }
        let subscribed = subscription
        let watches = withLifecycle ? try watch(names, on: stream, namesViewers: namesViewers) : []
        stream.onClose { _ in
            for watch in watches { engine.stopWatching(watch) }
            // An overflow closes the stream under the lock that `unsubscribe` takes.
            DispatchQueue.global().async { engine.unsubscribe(subscribed, from: names) }
        }
        return .respond(.events(stream))
    }

    /// The sink is called under the engine's event lock, so it only queues the event, which is encoded when the client is
    /// ready for it.
    private func subscribe(
        _ stream: EventStream, to names: [ViewerID], after: Int?, _ takesPreviews: Bool, _ encoder: EventEncoder
    ) throws(ProblemDetails) -> Int {
        try ask { () throws(GridError) in
            try engine.subscribe(to: names, after: after, takesPreviews: takesPreviews, resumes: true) { record in
                stream.send(weight: record.event.weight) { encoder.frame(record) }
            }
        }
    }

    private func poll(
        _ name: ViewerID, after: Int, waitMilliseconds: Int
    ) throws(ProblemDetails) -> HTTPOutcome {
        let encoder = try eventEncoder(for: [name], namesViewers: false)
        return .later { responder in
            let answer: @Sendable () -> Void = {
                responder.ask { () throws(GridError) in
                    let records = try engine.events(of: name, after: after)
                    responder.respond(.json(encoder.list(records, after: after), headers: [.fresh]))
                }
            }
            responder.ask { () throws(GridError) in
                // One event is enough. This runs under the engine's event lock.
                let subscription = try engine.subscribe(to: [name], after: after) { _ in
                    DispatchQueue.global().async(execute: answer)
                    return false
                }
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(waitMilliseconds)) {
                    engine.unsubscribe(subscription, from: [name])
                    answer()
                }
            }
        }
    }

    private func eventEncoder(
        for names: [ViewerID], namesViewers: Bool
    ) throws(ProblemDetails) -> EventEncoder {
        var collections: [ViewerID: String] = [:]
        for name in names {
            collections[name] = try ask { () throws(GridError) in try engine.viewer(name).collection }
        }
        return EventEncoder(
            engine: engine, patches: patches, collections: collections, namesViewers: namesViewers)
    }
}

extension HTTPRequest {
    /// The last event that the client has seen: the browser's header when it reconnects, `?after=` the first time.
    borrowing func lastEventID() throws(ProblemDetails) -> Int? {
        if let text = header("Last-Event-ID") {
            guard let id = Int(text), id >= 0 else {
                throw ProblemDetails(.unprocessableContent, "Last-Event-ID must be the id of an event")
            }
            return id
        }
        return try value(GridAPI.after)
    }

    /// The last version that a collection's stream has sent, in the same places.
    borrowing func lastVersion() throws(ProblemDetails) -> StoredHead? {
        guard let text = header("Last-Event-ID") else { return try value(GridAPI.afterVersion) }
        guard let head = StoredHead(text: text) else {
            throw ProblemDetails(.unprocessableContent, "Last-Event-ID must be the id of an event")
        }
        return head
    }
}
