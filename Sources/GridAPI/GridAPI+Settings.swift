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

        package init(isPlugged: Bool, asked: Int, served: Int, abandoned: Int) {
            self.isPlugged = isPlugged
            self.asked = asked
            self.served = served
            self.abandoned = abandoned
        }
    }

    package var latency: @Sendable () -> ClosedRange<Int>
    package var setLatency: @Sendable (ClosedRange<Int>) -> Void
    package var origin: @Sendable () -> Origin
    package var setPlugged: @Sendable (Bool) -> Void

    package init(
        latency: @escaping @Sendable () -> ClosedRange<Int>,
        setLatency: @escaping @Sendable (ClosedRange<Int>) -> Void, origin: @escaping @Sendable () -> Origin,
        setPlugged: @escaping @Sendable (Bool) -> Void
    ) {
        self.latency = latency
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
            if let latency = change.latency {
                guard demo != nil else {
                    throw ProblemDetails(.unprocessableContent, "there are no demos here", pointer: "/latency")
                }
                guard latency.count == 2, latency[0] <= latency[1],
                    latency.allSatisfy({ GridAPI.latency.contains($0) })
                else {
                    throw ProblemDetails(
                        .unprocessableContent, "must be [least, most] in ms, up to 60000", pointer: "/latency")
                }
            }
            if change.plugged != nil, demo == nil {
                throw ProblemDetails(.unprocessableContent, "there are no demos here", pointer: "/origin")
            }
            if let loaders = change.loaders { engine.setLoaders(loaders) }
            if let latency = change.latency { demo?.setLatency(latency[0]...latency[1]) }
            if let plugged = change.plugged { demo?.setPlugged(plugged) }
            return .respond(.json(settings()))
        }
    }

    private func settings() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("loaders", engine.statistics().loaders)
        if let demo {
            let latency = demo.latency()
            writer.key("latency")
            writer.beginArray()
            writer.int(latency.lowerBound)
            writer.int(latency.upperBound)
            writer.endArray()
            let origin = demo.origin()
            writer.key("origin")
            writer.beginObject()
            writer.member("plugged", origin.isPlugged)
            writer.member("asked", origin.asked)
            writer.member("served", origin.served)
            writer.member("abandoned", origin.abandoned)
            writer.endObject()
        }
        writer.endObject()
        return writer.take()
    }
}

/// A merge patch of the settings.
private struct SettingsChange {
    var loaders: Int?
    var latency: [Int]?
    var plugged: Bool?

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "loaders": loaders = try reader.readInt()
            case "latency":
                var bounds: [Int] = []
                try reader.beginArray()
                while try reader.nextElement() { bounds.append(try reader.readInt()) }
                latency = bounds
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
