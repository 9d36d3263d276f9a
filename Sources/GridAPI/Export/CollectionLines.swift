import GridEngine
import JSONText
import Synchronization

/// A collection in the lines that an import takes, made part by part while it is sent: ten million items take no more memory than
/// a hundred. The last line says how many there are.
final class CollectionLines: Sendable {
    static let name = "collection"
    private static let itemsAtOnce = 256

    private enum Place {
        case head
        case items(section: Int, item: Int)
        case done
    }

    private let contents: CollectionContents
    private let place = Mutex(Place.head)

    init(_ contents: CollectionContents) { self.contents = contents }

    /// The next part; `nil` after the last.
    /// - Throws: why it cannot be made; never of a collection whose contents are there at once.
    func next() throws -> [UInt8]? {
        try place.withLock { place in
            switch place {
            case .head:
                place = .items(section: 0, item: 0)
                return line { writer in
                    writer.member("id", contents.id)
                    writer.member("title", contents.title)
                }
            case .items(let section, let item):
                guard section < contents.itemCounts.count else {
                    place = .done
                    return line { writer in
                        writer.member("end", true)
                        writer.member("items", contents.itemCounts.reduce(0, +))
                    }
                }
                let end = min(contents.itemCounts[section], item + Self.itemsAtOnce)
                let isLast = end == contents.itemCounts[section]
                place = .items(section: isLast ? section + 1 : section, item: isLast ? 0 : end)
                return try part(section, item..<end)
            case .done: return nil
            }
        }
    }

    private func part(_ section: Int, _ items: Range<Int>) throws -> [UInt8] {
        var text: [UInt8] = []
        if items.lowerBound == 0 {
            let (id, title) = contents.section(at: section)
            text = line { writer in
                writer.member("section", id)
                if title != id { writer.member("title", title) }
            }
        }
        for item in try contents.items(ofSection: section, items) { text += line { $0.members(of: item) } }
        return text
    }

    private func line(_ members: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256)
        writer.object { writer in members(&writer) }
        var text = writer.take()
        text.append(UInt8(ascii: "\n"))
        return text
    }
}

extension JSONWriter {
    /// Leaves out members that have the value that an import assumes.
    fileprivate mutating func members(of item: SourceItem) {
        member("id", item.id)
        if item.title != item.id { member("title", item.title) }
        let usual = GivenItem.usualKind(attributes: item.attributes, hasPicture: item.picture != nil)
        if item.kind != usual { member("kind", item.kind) }
        if let width = item.width, let height = item.height {
            member("width", width)
            member("height", height)
        }
        if let picture = item.picture { member("picture", picture.text) }
        guard !item.attributes.isEmpty else { return }
        key("attributes")
        json(item.attributes)
    }
}
