import CollectionModel
import GridEngine
import HTTPServer

/// What the demos let the dashboard turn.
package struct DemoControls: Sendable {
    /// What the demos' picture server has seen.
    package struct Origin: Sendable {
        package var isPlugged: Bool
        package var asked: Int
        package var served: Int
        /// Connections that clients closed before they had their answer.
        package var abandoned: Int
        /// Whose pictures it serves.
        package var collections: [String]

        package init(isPlugged: Bool, asked: Int, served: Int, abandoned: Int, collections: [String]) {
            self.isPlugged = isPlugged
            self.asked = asked
            self.served = served
            self.abandoned = abandoned
            self.collections = collections
        }
    }

    /// In ms, by the name of what is slow: "origin", or a collection's identifier.
    package var latencies: @Sendable () -> [(name: String, milliseconds: ClosedRange<Int>)]
    /// Called with those names alone.
    package var setLatency: @Sendable (_ name: String, _ milliseconds: ClosedRange<Int>) -> Void
    package var origin: @Sendable () -> Origin
    package var setPlugged: @Sendable (Bool) -> Void

    package init(
        latencies: @escaping @Sendable () -> [(name: String, milliseconds: ClosedRange<Int>)],
        setLatency: @escaping @Sendable (_ name: String, _ milliseconds: ClosedRange<Int>) -> Void,
        origin: @escaping @Sendable () -> Origin, setPlugged: @escaping @Sendable (Bool) -> Void
    ) {
        self.latencies = latencies
        self.setLatency = setLatency
        self.origin = origin
        self.setPlugged = setPlugged
    }
}

/// What can be turned while the program runs: the loaders, and in the demos the latency and the plug of their origin.
extension GridAPI {
    private static let loaders = 1...32
    private static let latency = 0...60_000

    func registerSettings(in router: inout Router) {
        router.on(.get, "/api/v1/settings") { _ in .respond(.json(settings(), headers: [.fresh])) }
        router.on(.patch, "/api/v1/settings", accepts: GridAPI.json + ["application/merge-patch+json"]) {
            request throws(ProblemDetails) in
            let change = try read(request.body) { (reader) throws(JSONError) in try SettingsChange(from: &reader) }
            if let loaders = change.loaders {
                guard GridAPI.loaders.contains(loaders) else {
                    throw ProblemDetails(.unprocessableContent, "must be from 1 to 32", pointer: "/loaders")
                }
            }
            for (name, bounds) in change.latency {
                guard let demo, demo.latencies().contains(where: { $0.name == name }) else {
                    throw ProblemDetails(
                        .unprocessableContent, "there is no latency of that name here", pointer: "/latency")
                }
                guard bounds.count == 2, bounds[0] <= bounds[1],
                    bounds.allSatisfy({ GridAPI.latency.contains($0) })
                else {
                    throw ProblemDetails(
                        .unprocessableContent, "must be [least, most] in ms, up to 60000", pointer: "/latency")
                }
            }
            if change.plugged != nil, demo == nil {
                throw ProblemDetails(.unprocessableContent, "there are no demos here", pointer: "/origin")
            }
            if let loaders = change.loaders { engine.setLoaders(loaders) }
            for (name, bounds) in change.latency { demo?.setLatency(name, bounds[0]...bounds[1]) }
            if let plugged = change.plugged { demo?.setPlugged(plugged) }
            return .respond(.json(settings()))
        }
    }

    private func settings() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("loaders", engine.statistics().loaders)
        if let demo {
            writer.key("latency")
            writer.beginObject()
            for (name, milliseconds) in demo.latencies() {
                writer.key(escaping: name)
                writer.beginArray()
                writer.int(milliseconds.lowerBound)
                writer.int(milliseconds.upperBound)
                writer.endArray()
            }
            writer.endObject()
            let origin = demo.origin()
            writer.key("origin")
            writer.beginObject()
            writer.member("plugged", origin.isPlugged)
            writer.member("asked", origin.asked)
            writer.member("served", origin.served)
            writer.member("abandoned", origin.abandoned)
            writer.member("collections", origin.collections)
            writer.endObject()
        }
        writer.endObject()
        return writer.take()
    }
}

/// A merge patch of the settings.
private struct SettingsChange {
    var loaders: Int?
    /// The last word on a name holds.
    var latency: [(name: String, bounds: [Int])] = []
    var plugged: Bool?

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "loaders": loaders = try reader.readInt()
            case "latency":
                try reader.beginObject()
                while try reader.nextMember() {
                    let name = reader.keyText
                    var bounds: [Int] = []
                    try reader.beginArray()
                    while try reader.nextElement() { bounds.append(try reader.readInt()) }
                    latency.append((name, bounds))
                }
            case "origin":
                try reader.beginObject()
                while try reader.nextMember() {
                    if reader.key == "plugged" { plugged = try reader.readBool() } else { try reader.skipValue() }
                }
            default: throw reader.unexpected("is no setting")
            }
        }
    }
}
