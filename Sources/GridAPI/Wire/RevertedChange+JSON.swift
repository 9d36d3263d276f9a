import GridEngine
import JSONText

extension JSONWriter {
    /// `{"name","kind","count","item":{"id","title"},"time","own"}`
    mutating func member(_ name: StaticString, _ change: RevertedChange) {
        key(name)
        append(change)
    }

    fileprivate mutating func append(_ change: RevertedChange) {
        object { writer in
            writer.member("name", change.name)
            writer.member("kind", change.kind.rawValue)
            writer.member("count", change.count)
            if let item = change.item {
                writer.object("item") { writer in
                    writer.member("id", item.id)
                    writer.member("title", item.title)
                }
            }
            if change.time > 0 { writer.member("time", change.time) }
            writer.member("own", change.isOwn)
        }
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
