import CollectionModel
import GridEngine
import HTTPServer
import JSONText
import Prefetching

/// Writes events of one line.
struct EventEncoder: Sendable {
    let engine: GridEngine
    let patches: EncodedPatches
    /// The collection of each viewer on the line.
    let collections: [ViewerID: String]
    /// Whether each event says whose it is.
    let namesViewers: Bool

    /// The event as a server-sent one.
    func frame(_ record: EventRecord) -> [UInt8] {
        if case .previews = record.event { return previews(record) }
        if case .values = record.event { return values(record) }
        var writer = JSONWriter(reservingCapacity: record.event.weight)
        write(record, to: &writer)
        return EventStream.frame(event: record.event.name, id: UInt64(record.id), data: writer.take())
    }

    /// Taken now that the line is ready: what has come and gone since they were announced is not sent. May be nothing.
    private func previews(_ record: EventRecord) -> [UInt8] {
        let items = engine.takePreviews(of: record.viewer)
        guard !items.isEmpty else { return [] }
        var writer = JSONWriter(reservingCapacity: 8 * 1024)
        writer.object { writer in
            if namesViewers { writer.member("viewer", record.viewer.description) }
            write(items, to: &writer)
        }
        return EventStream.frame(event: record.event.name, id: UInt64(record.id), data: writer.take())
    }

    /// Taken now, as previews are: what came while the line was full is one event. May be nothing.
    private func values(_ record: EventRecord) -> [UInt8] {
        let values = engine.takeValues(of: record.viewer)
        guard !values.isEmpty else { return [] }
        var writer = JSONWriter(reservingCapacity: 64 + values.count * 64)
        writer.object { writer in
            if namesViewers { writer.member("viewer", record.viewer.description) }
            write(values, to: &writer)
        }
        return EventStream.frame(event: record.event.name, id: UInt64(record.id), data: writer.take())
    }

    private func write(_ values: [String: JSONObject], to writer: inout JSONWriter) {
        writer.key("items")
        writer.object { writer in
            for (id, changed) in values {
                writer.key(escaping: id)
                writer.json(.object(changed))
            }
        }
    }

    private func write(_ items: [PreviewPicture], to writer: inout JSONWriter) {
        writer.array("items") { writer in
            for item in items {
                writer.array { writer in
                    writer.string(item.item)
                    writer.string(Base64.encode(item.bytes))
                    if let colour = item.colour { writer.string(colour: colour) }
                }
            }
        }
    }

    /// A reset without a record.
    func reset(_ viewer: ViewerID, version: Int, id: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            if namesViewers { writer.member("viewer", viewer.description) }
            writer.reset(version, isStoreAway: engine.isStoreAway)
        }
        return EventStream.frame(event: "reset", id: UInt64(id), data: writer.take())
    }

    /// The answer of a long poll.
    func list(_ records: [EventRecord], after: Int) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("last", records.last?.id ?? after)
            writer.array("events") { writer in
                for record in records {
                    writer.object { writer in
                        writer.member("id", record.id)
                        writer.member("event", record.event.name)
                        writer.key("data")
                        write(record, to: &writer)
                    }
                }
            }
        }
        return writer.take()
    }

    private func write(_ record: EventRecord, to writer: inout JSONWriter) {
        writer.object { writer in
            if namesViewers { writer.member("viewer", record.viewer.description) }
            switch record.event {
            case .cells(let updates):
                writer.array("cells") { writer in
                    for update in updates { write(update, of: collections[record.viewer] ?? "", to: &writer) }
                }
            case .patch(let change):
                // Its members after `viewer`, without the braces.
                writer.raw(patches.json(of: change).dropFirst().dropLast())
            case .refresh(let progress):
                writer.member("refresh", progress.refresh)
                writer.member("phase", progress.phase.rawValue)
                writer.member("done", progress.done)
                writer.member("total", progress.total)
                writer.failure(progress.reason)
            case .previews:
                write(engine.takePreviews(of: record.viewer), to: &writer)
            case .values:
                write(engine.takeValues(of: record.viewer), to: &writer)
            case .texels(let arrived):
                writer.member("version", arrived.version)
                writer.array("ranges") { writer in
                    for range in arrived.ranges {
                        writer.array { writer in
                            writer.int(range.lowerBound)
                            writer.int(range.upperBound - 1)
                        }
                    }
                }
                writer.member("isDone", arrived.isDone)
            case .store(let isAway):
                writer.member("away", isAway)
            case .reset(let version):
                writer.reset(version, isStoreAway: engine.isStoreAway)
            }
        }
    }

    private func write(_ update: CellUpdate, of collection: String, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", update.id)
        writer.member("state", update.state.rawValue)
        if update.state == .ready, update.imageWidth != nil { writer.member("tier", Cell.Tier.full.rawValue) }
        if let item = update.item {
            writer.key("item")
            writer.item(item)
        }
        if let width = update.imageWidth,
            let item = update.item ?? (try? engine.item(update.id, of: collection).item)
        {
            writer.key("image")
            ImageURLs(collection: collection).write(item, width: width, to: &writer)
        }
        writer.placeholder(update.colour)
        writer.failure(update.failure)
        writer.endObject()
    }
}

extension JSONWriter {
    /// The missed events may have reported that the store is away.
    fileprivate mutating func reset(_ version: Int, isStoreAway: Bool) {
        member("version", version)
        if isStoreAway { member("storeAway", true) }
    }
}

extension ViewerEvent {
    /// The event's name for the browser's listeners.
    var name: String {
        switch self {
        case .cells: "cells"
        case .patch: "patch"
        case .refresh: "refresh"
        case .previews: "preview"
        case .values: "values"
        case .texels: "texels"
        case .store: "store"
        case .reset: "reset"
        }
    }

    /// About as many bytes as it will be.
    var weight: Int {
        switch self {
        case .cells(let updates): 64 + updates.count * 160
        case .patch(let change): 128 + change.patch.patch.count * 96
        case .previews: 8 * 1024
        case .values: 1024
        case .texels(let arrived): 128 + arrived.ranges.count * 16
        case .refresh, .store, .reset: 128
        }
    }
}
