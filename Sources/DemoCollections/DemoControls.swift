import GridAPI
import JSONText

/// The demos' settings on the dashboard: the latencies, and the plug of their picture origin.
struct DemoControls: AdditionalSettings {
    private static let allowedMilliseconds = 0...60_000

    let origin: PictureOrigin
    /// The latency of the emoji.
    let latency: LatencyDial
    /// The collections whose pictures the origin serves.
    let collections: [String]

    /// In ms, by the name of what is slow: "origin", or a collection's identifier.
    private var latencies: [(name: String, milliseconds: ClosedRange<Int>)] {
        [("origin", origin.latency), (EmojiRater.collection, latency.milliseconds)]
    }

    func writeMembers(to writer: inout JSONWriter) {
        writer.object("latency") { writer in
            for (name, milliseconds) in latencies {
                writer.key(escaping: name)
                writer.array { writer in
                    writer.int(milliseconds.lowerBound)
                    writer.int(milliseconds.upperBound)
                }
            }
        }
        let statistics = origin.statistics
        writer.object("origin") { writer in
            writer.member("plugged", origin.isPlugged)
            writer.member("asked", statistics.asked)
            writer.member("served", statistics.served)
            writer.member("abandoned", statistics.abandoned)
            writer.member("collections", collections)
        }
    }

    func readChange(from reader: inout JSONReader) throws(JSONError) -> (() -> Void)? {
        switch reader.key {
        case "latency": try readLatencies(from: &reader)
        case "origin": try readPlug(from: &reader)
        default: nil
        }
    }

    private func readLatencies(from reader: inout JSONReader) throws(JSONError) -> () -> Void {
        var changes: [(name: String, milliseconds: ClosedRange<Int>)] = []
        try reader.beginObject()
        while try reader.nextMember() {
            let name = reader.keyText
            guard latencies.contains(where: { $0.name == name }) else {
                throw reader.unexpected("is not the name of a latency")
            }
            var bounds: [Int] = []
            try reader.beginArray()
            while try reader.nextElement() { bounds.append(try reader.readInt()) }
            guard bounds.count == 2, bounds[0] <= bounds[1],
                bounds.allSatisfy({ Self.allowedMilliseconds.contains($0) })
            else { throw reader.unexpected("must be [least, most] in ms, up to 60000") }
            changes.append((name, bounds[0]...bounds[1]))
        }
        return {
            for (name, milliseconds) in changes {
                if name == EmojiRater.collection {
                    latency.milliseconds = milliseconds
                } else {
                    origin.latency = milliseconds
                }
            }
        }
    }

    private func readPlug(from reader: inout JSONReader) throws(JSONError) -> () -> Void {
        var isPlugged: Bool?
        try reader.beginObject()
        while try reader.nextMember() {
            if reader.key == "plugged" { isPlugged = try reader.readBool() } else { try reader.skipValue() }
        }
        return { if let isPlugged { origin.isPlugged = isPlugged } }
    }
}
