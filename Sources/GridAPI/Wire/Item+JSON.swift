import CollectionLayout
import CollectionModel
import GridEngine
import HTTPServer

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
        member("attributes", JSONValue.object(item.attributes))
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

    mutating func member(_ name: StaticString, _ texts: [String]) {
        key(name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }
}

/// Writes picture URLs of one collection: its part of them is escaped once.
struct ImageURLs {
    private let prefix: [UInt8]

    init(collection: String) {
        prefix = Array("\"/api/v1/collections/\(PercentCoding.encode(collection))/items/".utf8)
    }

    /// The revision in the URL lets the browser keep the picture for ever.
    func write(_ item: Item, width: Int, to writer: inout JSONWriter) {
        var url = prefix
        url.reserveCapacity(prefix.count + item.id.utf8.count * 3 + 48)
        if item.id.utf8.allSatisfy(ImageURLs.isPlain) {
            url.append(contentsOf: item.id.utf8)
        } else {
            url.append(contentsOf: PercentCoding.encode(item.id).utf8)
        }
        url.append(contentsOf: "/image?w=".utf8)
        url.append(contentsOf: String(width).utf8)
        url.append(contentsOf: "&rev=".utf8)
        url.append(contentsOf: String(item.contentRevision).utf8)
        url.append(UInt8(ascii: "\""))
        writer.raw(url)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension Item {
    /// The revision's low 53 bits: what a browser's numbers hold exactly.
    var wireRevision: Int { Item.wireRevision(revision) }

    static func wireRevision(_ revision: UInt64) -> Int { Int(truncatingIfNeeded: revision & 0x1f_ffff_ffff_ffff) }
}
