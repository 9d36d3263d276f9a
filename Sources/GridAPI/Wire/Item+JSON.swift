import CollectionLayout
import CollectionModel
import CollectionQuery
import GridEngine
import HTTPServer
import JSONText

extension JSONWriter {
    mutating func item(_ item: Item) {
        object { writer in writer.itemMembers(item) }
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
            object("original") { writer in
                writer.member("collection", original.collection)
                writer.member("item", original.item)
            }
        }
        if let media = item.media {
            object("media") { writer in
                writer.member("kind", media.kind.rawValue)
                if let duration = media.duration {
                    writer.key("duration")
                    writer.double(duration)
                }
            }
        }
        if let picture = item.picture { member("picture", picture) }
        if let lastPath = item.lastPath { member("lastPath", lastPath) }
        if item.isDamaged { member("damaged", true) }
        if let stack = item.stack { member("stack", stack) }
        key("attributes")
        json(item.attributes)
    }

    mutating func member(_ name: StaticString, _ stack: ItemStack) {
        object(name) { writer in
            writer.member("id", stack.id)
            writer.member("kind", stack.kind.name)
            writer.member("count", stack.count)
            writer.member("face", stack.face)
        }
    }

    mutating func member(_ name: StaticString, _ rect: Rect) {
        array(name) { writer in
            writer.double(rect.x)
            writer.double(rect.y)
            writer.double(rect.width)
            writer.double(rect.height)
        }
    }

    mutating func member(_ name: StaticString, _ size: Size) {
        array(name) { writer in
            writer.double(size.width)
            writer.double(size.height)
        }
    }

    /// First and last, the last included; an empty range ends before it begins.
    mutating func member(_ name: StaticString, _ range: Range<Int>) {
        array(name) { writer in
            writer.int(range.lowerBound)
            writer.int(range.upperBound - 1)
        }
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

/// Where a page of items begins: a place in one version, so that moves between two pages neither repeat nor hide an item.
struct ItemCursor {
    static let offsets = 0...Int(Int32.max)

    let version: Int
    let offset: Int

    init(version: Int, offset: Int) { (self.version, self.offset) = (version, offset) }

    /// `nil` for anything but `text`.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let version = parts[0], let offset = parts[1], version >= 0,
            ItemCursor.offsets.contains(offset)
        else { return nil }
        self.init(version: version, offset: offset)
    }

    var text: String { "\(version).\(offset)" }
}
