import GridEngine
import JSONText

extension JSONWriter {
    /// `{"name","kind","count","item":{"id","title"},"time","own"}`
    mutating func member(_ name: StaticString, _ change: RevertedChange) {
        key(name)
        append(change)
    }

    fileprivate mutating func append(_ change: RevertedChange) {
        beginObject()
        member("name", change.name)
        member("kind", change.kind.rawValue)
        member("count", change.count)
        if let item = change.item {
            key("item")
            beginObject()
            member("id", item.id)
            member("title", item.title)
            endObject()
        }
        if change.time > 0 { member("time", change.time) }
        member("own", change.isOwn)
        endObject()
    }
}

extension RevertedChange {
    /// As the interface shows it.
    var json: [UInt8] {
        var writer = JSONWriter()
        writer.append(self)
        return writer.take()
    }
}
