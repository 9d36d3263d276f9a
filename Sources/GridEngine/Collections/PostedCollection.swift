import CollectionModel

/// A collection to be created, as it is received: item by item, in the form in which it is kept.
package struct PostedCollection: Sendable {
    package var id: String
    package var title: String
    /// Identifiers by ordinal: items are given theirs in the sequence in which they come.
    private(set) var items = IdentifierTable()
    private(set) var contents = PostedContents()
    private(set) var sections: [Section] = []
    /// Of the sections, in their order.
    private(set) var sectionIdentifiers = IdentifierTable()
    /// Those that are not kept because of `fault` included.
    package private(set) var itemCount = 0
    /// Whether what it came as has an end of its own: nothing of it is missing.
    package var isWhole = false
    /// Why it cannot be created: an identifier that appears twice, or too much memory. What comes later is not kept then.
    package private(set) var fault: GridError?
    /// Counted towards the memory of all posted collections.
    let share: PostedMemory.Share

    struct Section: Sendable {
        var title = ""
        var itemCount = 0
    }

    /// Maximum items of one posted collection when it is created.
    package static let itemLimit = 10_000_000
    /// Maximum sections of one posted collection when it is created.
    package static let sectionLimit = 100_000
    /// Bytes of the order's own pages for an item.
    static let orderBytesPerItem = 10

    package init(
        id: String = "", title: String = "", sections: [GivenSection] = [], share: PostedMemory.Share = .unlimited
    ) {
        self.id = id
        self.title = title
        self.share = share
        for section in sections {
            beginSection()
            for item in section.items { append(item) }
            endSection(id: section.id, title: section.title)
        }
    }

    package var sectionCount: Int { sections.count }

    /// Begins the next section, whose identifier may come after its items.
    package mutating func beginSection() {
        sections.append(Section())
    }

    /// Adds an item to the newest section.
    package mutating func append(_ item: GivenItem) {
        let section = sections.count - 1
        defer {
            sections[section].itemCount += 1
            itemCount += 1
        }
        guard fault == nil else { return }
        let (ordinal, isNew) = items.intern(item.id)
        guard isNew else {
            fault = .invalid(.itemID(section: section, item: sections[section].itemCount), .itemDuplicate(item.id))
            return
        }
        if let content = item.content { contents.set(content.item(item.id), of: ordinal) }
        if ordinal % 4096 == 4095 { checkMemory() }
    }

    /// Names the newest section.
    package mutating func endSection(id: String, title: String) {
        sections[sections.count - 1].title = title
        if !sectionIdentifiers.intern(id).isNew, fault == nil {
            fault = .invalid(.sectionID(sections.count - 1), .sectionDuplicate(id))
        }
        checkMemory()
    }

    private mutating func checkMemory() {
        let bytes = contents.sizeBytes + items.sizeBytes + items.count * PostedCollection.orderBytesPerItem
        if fault == nil, !share.resize(to: bytes) { fault = .tooMany(.megabytes, limit: share.limit >> 20) }
    }

    /// Makes the source of a posted collection by identifier and title.
    package typealias SourceFactory = @Sendable (_ id: String, _ title: String) -> any ItemSource
}
