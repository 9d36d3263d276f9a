import Dispatch
import GridEngine
import HTTPServer
import ItemSources
import Renditions
import Synchronization

/// The demos' picture server: it serves the painted landscapes at a port of its own, as slowly as a distant server, so that
/// their downloads are real, and really cancelled.
///
/// Paths are `/COLLECTION/ITEM.jpg`. A request waits for its latency before anything is painted; the picture of a client that
/// disconnects meanwhile is never painted. Any thread.
package final class PictureOrigin: Sendable {
    package struct Statistics: Sendable, Equatable {
        /// Number of requests received.
        package var asked = 0
        package var served = 0
        /// Clients that closed their connection before they had their answer.
        package var abandoned = 0
        /// Answered with an error because the plug was out.
        package var refused = 0
    }

    private struct State: Sendable {
        var latency: ClosedRange<Int>
        var isPlugged = true
        var statistics = Statistics()
    }

    private let state: Mutex<State>
    private let pictures: PaintedPictures
    private let server = Mutex<HTTPServer?>(nil)
    private let collections: [String: Landscapes]

    /// `latency` is that of each response, in ms.
    package init(_ collections: [Landscapes], latency: ClosedRange<Int>) {
        self.collections = Dictionary(uniqueKeysWithValues: collections.map { ($0.id, $0) })
        state = Mutex(State(latency: latency))
        pictures = PaintedPictures()
    }

    /// Starts to serve on 127.0.0.1.
    /// - Parameter port: 0 for any free port.
    /// - Returns: the port.
    /// - Throws: when the port is in use, or no thread can be started.
    package func start(port: Int = 0) throws(HTTPServerError) -> Int {
        var configuration = HTTPServer.Configuration()
        configuration.port = port
        configuration.threads = 1
        configuration.connectionLimit = 512
        var router = Router()
        router.on(.get, "/{c}/{picture}") { [weak self] request throws(ProblemDetails) in
            guard let self else { throw ProblemDetails(.serviceUnavailable, "the origin has gone") }
            return try self.answer(collection: request.parameter("c"), picture: request.parameter("picture"))
        }
        let server = HTTPServer(configuration: configuration, router: router)
        let found = try server.start()
        self.server.withLock { $0 = server }
        return found
    }

    package func stop() { server.withLock { $0 }?.stop() }

    package var statistics: Statistics { state.withLock { $0.statistics } }

    /// In ms, evenly spread.
    package var latency: ClosedRange<Int> {
        get { state.withLock { $0.latency } }
        set { state.withLock { $0.latency = newValue } }
    }

    /// Whether the server responds. Unplugged, every request fails.
    package var isPlugged: Bool {
        get { state.withLock { $0.isPlugged } }
        set { state.withLock { $0.isPlugged = newValue } }
    }

    private func answer(collection: String, picture: String) throws(ProblemDetails) -> HTTPOutcome {
        guard let source = collections[collection], picture.hasSuffix(".jpg"),
            source.item(String(picture.dropLast(4))) != nil
        else { throw ProblemDetails(.notFound, "there is no such picture") }
        let id = String(picture.dropLast(4))
        let latency = state.withLock { state -> Int? in
            state.statistics.asked += 1
            guard state.isPlugged else {
                state.statistics.refused += 1
                return nil
            }
            return Int.random(in: state.latency)
        }
        guard let latency else { throw ProblemDetails(.serviceUnavailable, "the plug is out") }
        return .later { responder in self.answerLater(responder, id, of: source, after: latency) }
    }

    private func answerLater(_ responder: Responder, _ id: String, of source: Landscapes, after milliseconds: Int) {
        let gone = Cancellation()
        responder.onDisconnect {
            gone.cancel()
            self.state.withLock { $0.statistics.abandoned += 1 }
        }
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds)) {
            do throws(LoadFailure) {
                let bytes = try self.pictures.picture(id, of: source, cancellation: gone)
                // Counted before it goes out: who has it may look at once.
                if !gone.isCancelled { self.state.withLock { $0.statistics.served += 1 } }
                responder.respond(
                    HTTPResponse(
                        .ok, contentType: "image/jpeg", headers: [HTTPHeader("ETag", "\"painter-1\"")],
                        body: .bytes(bytes)))
            } catch {
                responder.respond(ProblemDetails(.serviceUnavailable, error.reason.sentence).response)
            }
        }
    }
}

/// Painted landscapes as JPEG files. The latest are kept, because painting takes longer than any network.
final class PaintedPictures: Sendable {
    private struct State: Sendable {
        var files: [String: [UInt8]] = [:]
        /// Oldest first.
        var order: [String] = []
        var sizeBytes = 0
    }

    private static let limitBytes = 64 << 20

    private let state = Mutex(State())
    private let decoder = VipsDecoder()
    /// Painting keeps a core busy: two at once leave the others to the server.
    private let paintingSlots = DispatchSemaphore(value: 2)

    /// Blocks while it paints.
    func picture(_ id: String, of source: Landscapes, cancellation: Cancellation) throws(LoadFailure) -> [UInt8] {
        guard let name = source.painting(of: id) else { throw .missing }
        if let file = state.withLock({ $0.files[name] }) { return file }
        paintingSlots.wait()
        defer { paintingSlots.signal() }
        if let file = state.withLock({ $0.files[name] }) { return file }
        let original = try source.original(of: id, cancellation: cancellation)
        // A step as wide as the picture does not scale it.
        let file = try decoder.rendition(
            of: original, as: .width(source.width), cancellation: cancellation
        ).bytes
        state.withLock { state in
            guard state.files.updateValue(file, forKey: name) == nil else { return }
            state.order.append(name)
            state.sizeBytes += file.count
            while state.sizeBytes > Self.limitBytes, let oldest = state.order.first {
                state.order.removeFirst()
                state.sizeBytes -= state.files.removeValue(forKey: oldest)?.count ?? 0
            }
        }
        return file
    }
}
