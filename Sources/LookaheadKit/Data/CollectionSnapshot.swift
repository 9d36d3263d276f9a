import GridEngine

/// The sections of a collection and the identifiers of its items, in order.
public struct CollectionSnapshot: Sendable {
    /// As the engine takes them: millions of entries are never copied.
    var sections: [SourceListing.Section] = []
    /// The number of items.
    public private(set) var count = 0
    /// Called after each so many items, with all that there is so far.
    var growing: (@Sendable (CollectionSnapshot) -> Void)?

    /// The first identifier that cannot be one; what comes after it is counted, and not kept. Parts that are shown hold none.
    private(set) var fault: CollectionError?

    /// Maximum number of items; those beyond are counted, and not kept.
    var limit = CollectionSnapshot.largest

    static let largest = 10_000_000

    /// Between two calls of `growing`.
    private static let growthItems = 8192

    /// Makes an empty one.
    public init() {}

    /// Begins a section. Items that are appended without one go to a section without a title.
    /// - Parameters:
    ///   - id: unique in the collection, and the same in each snapshot.
    ///   - title: as people read it; empty for no header.
    public mutating func appendSection(_ id: String, title: String = "") {
        guard isIdentifier(id) else { return }
        sections.append(SourceListing.Section(id: id, title: title, items: []))
    }

    /// Appends an item to the newest section.
    /// - Parameters:
    ///   - id: unique in the collection, and the same in each snapshot.
    ///   - revision: a number that changes when the item's contents do, such as a row's change counter: they are read again, and the cell
    ///     is kept. Without it, changes are noticed by `LiveCollection.reconfigure` alone.
    ///   - picture: a number that changes when the item's picture does: the cell is replaced. Without it, `revision` is that of both.
    public mutating func append(_ id: String, revision: Int = 1, picture: Int? = nil) {
        count += 1
        guard count <= limit, isIdentifier(id) else { return }
        if sections.isEmpty { appendSection("items") }
        let listed = ListedRevision.made(contents: revision, picture: picture ?? revision)
        sections[sections.count - 1].items.append(SourceListing.Entry(id: id, revision: listed))
        if count % Self.growthItems == 0 { growing?(self) }
    }

    private mutating func isIdentifier(_ id: String) -> Bool {
        guard fault == nil else { return false }
        do throws(CollectionError) { try Self.check(id) } catch { fault = error }
        return fault == nil
    }
}

/// Two revisions as the one that is listed and stored: the picture's in the upper half, that of the contents in the lower one.
enum ListedRevision {
    /// For sources whose items have pictures. Those of others differ in their contents alone.
    static let pictureMask = UInt64(UInt32.max) << 32

    /// The revision of items that are appended without one.
    static let plain = made(contents: 1, picture: 1)

    static func made(contents: Int, picture: Int) -> UInt64 {
        UInt64(half(picture)) << 32 | UInt64(half(contents))
    }

    /// Small numbers as they are. Of any others, two in four thousand million are taken for one. 0 would say that nothing is known.
    private static func half(_ revision: Int) -> UInt32 {
        let bits = UInt64(bitPattern: Int64(revision))
        let half = UInt32(truncatingIfNeeded: bits ^ (bits >> 32) &* 0x9E37_79B9)
        return half == 0 ? .max : half
    }
}
