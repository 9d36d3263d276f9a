#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif
import GridEngine
import Hashing
import ItemSources
import SeededRandom
import Synchronization

/// Every emoji, with a section for each group, to be rated. An item's picture is the background of its emoji: a soft colour
/// of its own, which takes no time to make, so that a load takes exactly the artificial load time.
package final class EmojiRater: ItemSource {
    package static let collection = "emoji-rater"
    package var id: String { Self.collection }
    package let title = "Emoji Rater"
    package var capabilities: Capabilities { Capabilities(move: false, offersRatings: true) }
    package var abilities: SourceAbilities { SourceAbilities() }

    static let pictureSide = 96

    private let listPath: String
    /// Read when the collection is opened: not before the server listens.
    private let loaded = Mutex<List?>(nil)

    struct Emoji: Sendable {
        /// Its code points in hexadecimal: stable for ever, and fit for URLs.
        var id: String
        var sign: String
        var name: String
    }

    struct Group: Sendable {
        var name: String
        var emoji: [Emoji] = []
    }

    private struct List: Sendable {
        var groups: [Group]
        var places: [String: (group: Int, item: Int)] = [:]

        init(_ groups: [Group]) {
            self.groups = groups
            for (group, content) in groups.enumerated() {
                for (item, emoji) in content.emoji.enumerated() { places[emoji.id] = (group, item) }
            }
        }
    }

    private static let listLimitBytes = 1 << 20

    /// - Parameter path: the list of the emoji, `Public/demos/emoji.txt`. Where it cannot be read, neither can the collection.
    package init(list path: String) { listPath = path }

    private func content() -> List {
        loaded.withLock { loaded in
            if let loaded { return loaded }
            let bytes = WholeFile.read(listPath, limitBytes: Self.listLimitBytes) ?? []
            let read = List(Self.read(String(decoding: bytes, as: UTF8.self)))
            loaded = read
            return read
        }
    }

    /// A line that begins with `@` names a group; any other is an emoji, a space and its name. Lines before the first
    /// group are comments.
    static func read(_ text: String) -> [Group] {
        var groups: [Group] = []
        for line in text.split(separator: "\n") {
            if line.hasPrefix("@") {
                groups.append(Group(name: String(line.dropFirst())))
            } else if let space = line.firstIndex(of: " "), !groups.isEmpty {
                let sign = line[..<space]
                let id = sign.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: "-")
                groups[groups.count - 1].emoji.append(
                    Emoji(id: id, sign: String(sign), name: String(line[line.index(after: space)...])))
            }
        }
        return groups
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        let list = content()
        guard !list.groups.isEmpty else { throw .unreadable(.list(listPath, ENOENT)) }
        progress(list.places.count)
        return SourceListing(
            sections: list.groups.map { group in
                SourceListing.Section(
                    id: group.name, title: group.name,
                    items: group.emoji.map { SourceListing.Entry(id: $0.id, revision: 1) })
            })
    }

    package func item(_ id: String) -> SourceItem? {
        guard let emoji = emoji(id) else { return nil }
        return SourceItem(
            id: id, title: emoji.name, kind: "emoji", revision: 1, width: Self.pictureSide, height: Self.pictureSide,
            attributes: ["emoji": .string(emoji.sign)])
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        guard emoji(id) != nil else { throw .missing }
        guard !cancellation.isCancelled else { throw .cancelled }
        return .pixels(width: Self.pictureSide, height: Self.pictureSide, rgb: Self.ground(of: id))
    }

    private func emoji(_ id: String) -> Emoji? {
        let content = content()
        return content.places[id].map { content.groups[$0.group].emoji[$0.item] }
    }

    /// A colour from light at the top to a little deeper at the bottom, by the identifier.
    private static func ground(of id: String) -> [UInt8] {
        var random = SeededRandom(seed: UInt64(truncatingIfNeeded: FNV1a.hash128(id.utf8)))
        let colour = (0..<3).map { _ in 196 + Int(random.next() % 44) }
        let side = pictureSide
        return [UInt8](unsafeUninitializedCapacity: side * side * 3) { pixels, count in
            var next = 0
            for row in 0..<side {
                let shade = 12 - row * 32 / side
                for _ in 0..<side {
                    for channel in colour {
                        pixels[next] = UInt8(clamping: channel + shade)
                        next += 1
                    }
                }
            }
            count = next
        }
    }
}
