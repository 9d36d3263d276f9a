import CollectionModel
import Dispatch
import GridEngine
import HTTPServer
import Prefetching

/// What happens between a viewer's own requests: as an event stream, or by long poll.
extension GridAPI {
    func registerEvents(in router: inout Router) {
        router.on(.get, "/api/v1/viewers/{v}/events") { request throws(ProblemDetails) in
            let name = try request.viewerName()
            let after = try request.lastEventID()
            guard request.header("Accept")?.contains("application/json") == true else {
                return try openLine(
                    to: [name], after: after, namesViewers: false, withLifecycle: request.query("lifecycle") == "1")
            }
            let wait = try request.integer("wait", 0...60_000) ?? 25_000
            return try poll(name, after: after ?? engine.lastEventID, waitMilliseconds: wait)
        }
        router.on(.get, "/api/v1/events") { request throws(ProblemDetails) in
            var names: [ViewerID] = []
            for text in request.queryAll("viewer") {
                guard let name = ViewerID(text) else { throw ProblemDetails(.notFound, "there is no viewer \(text)") }
                if !names.contains(name) { names.append(name) }
            }
            guard (1...GridAPI.viewersPerLine).contains(names.count) else {
                throw ProblemDetails(
                    .unprocessableContent, "viewer must be given from 1 to \(GridAPI.viewersPerLine) times")
            }
            return try openLine(
                to: names, after: try request.lastEventID(), namesViewers: true,
                withLifecycle: request.query("lifecycle") == "1")
        }
    }

    /// Tabs that share one line.
    private static let viewersPerLine = 64

    private func openLine(
        to names: [ViewerID], after: Int?, namesViewers: Bool, withLifecycle: Bool
    ) throws(ProblemDetails) -> HTTPOutcome {
        let encoder = try eventEncoder(for: names, namesViewers: namesViewers)
        var stream = EventStream()
        // Who watches the life cycle looks on while another draws: the previews are the other's.
        let takesPreviews = !withLifecycle
        var line = try subscribe(stream, to: names, after: after, takesPreviews, encoder)
        if stream.isClosed {
            // More was missed than a stream may hold. Sent again and again it would never arrive: start over instead.
            stream = EventStream()
            let id = engine.lastEventID
            for name in names {
                let version = try ask { () throws(GridError) in try engine.viewer(name).version }
                stream.send(frame: encoder.reset(name, version: version, id: id))
            }
            line = try subscribe(stream, to: names, after: id, takesPreviews, encoder)
        }
        let subscribed = line
        let watches = withLifecycle ? try watch(names, on: stream, namesViewers: namesViewers) : []
        stream.onClose { _ in
            for watch in watches { engine.stopWatching(watch) }
            // An overflow closes the stream under the very lock that `unsubscribe` takes.
            DispatchQueue.global().async { engine.unsubscribe(subscribed, from: names) }
        }
        return .respond(.events(stream))
    }

    /// Called under the engine's event lock, the sink only promises: the event is encoded when the client is ready for it.
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
                // One event is enough; and it is told under the engine's event lock.
                let line = try engine.subscribe(to: [name], after: after) { _ in
                    DispatchQueue.global().async(execute: answer)
                    return false
                }
                DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(waitMilliseconds)) {
                    engine.unsubscribe(line, from: [name])
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
    /// Where a line goes on: the browser's own header when it comes back, `?after=` the first time.
    borrowing func lastEventID() throws(ProblemDetails) -> Int? {
        if let text = header("Last-Event-ID"), let id = Int(text), id >= 0 { return id }
        return try integer("after", 0...Int.max)
    }
}
