import CollectionLayout
import CollectionModel
import GridEngine
import HTTPServer
import JSONText

extension JSONWriter {
    mutating func item(_ item: Item) {
        beginObject()
        itemMembers(item)
        endObject()
    }

    mutating func itemMembers(_ item: Item) {
        member("id", item.id)
        member("revision", item.wireRevision)
        member("title", item.title)
        member("kind", item.kind)
        if let width = item.width, let height = item.height {
            member("width", width)
            member("height", height)
        }
        if let original = item.original {
            key("original")
            beginObject()
            member("collection", original.collection)
            member("item", original.item)
            endObject()
        }
        if let media = item.media {
            key("media")
            beginObject()
            member("kind", media.kind.rawValue)
            if let duration = media.duration {
                key("duration")
                double(duration)
            }
            endObject()
        }
        if let picture = item.picture { member("picture", picture) }
        if let lastPath = item.lastPath { member("lastPath", lastPath) }
        if item.isDamaged { member("damaged", true) }
        key("attributes")
        json(item.attributes)
    }

    mutating func member(_ name: StaticString, _ rect: Rect) {
        key(name)
        beginArray()
        double(rect.x)
        double(rect.y)
        double(rect.width)
        double(rect.height)
        endArray()
    }

    mutating func member(_ name: StaticString, _ size: Size) {
        key(name)
        beginArray()
        double(size.width)
        double(size.height)
        endArray()
    }

    /// First and last, the last included; an empty range ends before it begins.
    mutating func member(_ name: StaticString, _ range: Range<Int>) {
        key(name)
        beginArray()
        int(range.lowerBound)
        int(range.upperBound - 1)
        endArray()
    }
}

/// Writes picture URLs of one collection: its part of them is escaped once.
struct ImageURLs {
    private let prefix: String

    init(collection: String) {
        prefix = "/api/v1/collections/" + PercentCoding.segment(collection) + "/items/"
    }

    /// The revision in the URL lets the browser keep the picture for ever.
    func write(_ item: Item, width: Int, to writer: inout JSONWriter) {
        var url = prefix
        url.reserveCapacity(prefix.utf8.count + item.id.utf8.count * 3 + 48)
        url += PercentCoding.segment(item.id)
        url += "/image?w="
        url += String(width)
        url += "&rev="
        url += String(item.contentRevision)
        writer.string(url)
    }
}

extension Item {
    /// The revision's low 53 bits: what a browser's numbers hold exactly.
    var wireRevision: Int { Item.wireRevision(revision) }

    static func wireRevision(_ revision: UInt64) -> Int { Int(truncatingIfNeeded: revision & 0x1f_ffff_ffff_ffff) }
}
