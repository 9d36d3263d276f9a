import CollectionModel
import Dispatch
import GridEngine
import HTTPServer
import Prefetching

/// A viewer's events: as an event stream, or by long poll.
extension GridAPI {
    func registerEvents(in router: inout Router) {
        router.on(.get, "/api/v1/viewers/{v}/events", listenToViewer)
        router.on(.get, "/api/v1/events", listenToViewers)
        router.on(.get, "/api/v1/collections/{c}/events", followCollection)
    }

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
                to: [name], after: after, namesViewers: false, withLifecycle: request.query("lifecycle") == "1")
        }
        let wait = try request.integer("wait", 0...60_000) ?? 25_000
        return try poll(name, after: after ?? engine.lastEventID, waitMilliseconds: wait)
    }

    private func listenToViewers(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        var names: [ViewerID] = []
        for text in request.queryAll("viewer") {
            guard let name = ViewerID(text) else { throw ProblemDetails(.notFound, "there is no viewer \(text)") }
            if !names.contains(name) { names.append(name) }
        }
        guard (1...GridAPI.viewersPerStream).contains(names.count) else {
            throw ProblemDetails(
                .unprocessableContent, "viewer must be given 1 to \(GridAPI.viewersPerStream) times")
        }
        return try openStream(
            to: names, after: try request.lastEventID(), namesViewers: true,
            withLifecycle: request.query("lifecycle") == "1")
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
            try engine.subscribe(to: names, after: after, takesPreviews: takesPreviews) { record in
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
                do throws(GridError) {
                    let records = try engine.events(of: name, after: after)
                    responder.respond(.json(encoder.list(records, after: after), headers: [.fresh]))
                } catch {
                    responder.respond(ProblemDetails(error).response)
                }
            }
            do throws(GridError) {
                // One event is enough. This runs under the engine's event lock.
                let subscription = try engine.subscribe(to: [name], after: after) { _ in
                    DispatchQueue.global().async(execute: answer)
                    return false
                }
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(waitMilliseconds)) {
                    engine.unsubscribe(subscription, from: [name])
                    answer()
                }
            } catch {
                responder.respond(ProblemDetails(error).response)
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
        return try integer("after", 0...Int.max)
    }

    /// The last version that a collection's stream has sent, in the same places.
    borrowing func lastVersion() throws(ProblemDetails) -> StoredHead? {
        guard let text = header("Last-Event-ID") else { return try head("after") }
        guard let head = StoredHead(text: text) else {
            throw ProblemDetails(.unprocessableContent, "Last-Event-ID must be the id of an event")
        }
        return head
    }

    /// A version in the query, with its stamp or without.
    borrowing func head(_ name: String) throws(ProblemDetails) -> StoredHead? {
        guard let text = query(name) else { return nil }
        if text.contains("-"), let head = StoredHead(text: text) { return head }
        return try integer(name, 0...Int.max).map { StoredHead(version: $0) }
    }
}
