import CollectionModel
import JSONText
import Synchronization

/// A collection to be created, as it is received: item by item, in the form in which it is kept.
package struct PostedCollection: Sendable {
    package var id: String
    package var title: String
    /// Identifiers by ordinal: items are given theirs in the sequence in which they come.
    private(set) var items = IdentifierTable()
    private(set) var contents = PostedContents()
    private(set) var sections: [Section] = []
    /// The identifiers of the sections, in their order.
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

/// The stored rows of a new posted collection's items. An item that shows its identifier only has no row.
struct PostedRows: AttributeRows {
    let contents: PostedContents
    let items: IdentifierTable

    func makeIterator() -> Iterator { Iterator(rows: self) }

    struct Iterator: IteratorProtocol {
        fileprivate let rows: PostedRows
        private var ordinal: UInt32 = 0

        fileprivate init(rows: PostedRows) { self.rows = rows }

        mutating func next() -> StoredChange.Attributes? {
            while ordinal < rows.contents.count, !rows.contents.hasRecord(ordinal) { ordinal += 1 }
            guard ordinal < rows.contents.count else { return nil }
            defer { ordinal += 1 }
            var content = rows.contents.item(ordinal, id: rows.items[ordinal])
            let attributes = content.attributes
            content.attributes = JSONObject()
            return .init(item: ordinal, json: KeptItem(attributes: attributes, content: content).stored)
        }
    }
}

/// The memory of all posted collections, of those that are being received too: bounded, since each is in memory for as long as
/// it exists.
package final class PostedMemory: Sendable {
    let limit: Int
    private let used = Atomic<Int>(0)

    init(limit: Int) { self.limit = limit }

    /// The part of one collection, which is given back when the last user of it ends.
    package final class Share: Sendable {
        private let memory: PostedMemory
        private let held = Mutex(0)

        init(of memory: PostedMemory) { self.memory = memory }

        deinit { memory.used.subtract(held.withLock { $0 }, ordering: .relaxed) }

        /// For collections that nobody sends: the program's own.
        package static var unlimited: Share { Share(of: PostedMemory(limit: .max)) }

        var limit: Int { memory.limit }

        /// Throws when nothing may be added any more.
        /// - Throws: `.tooMany`
        func checkRoom() throws(GridError) {
            guard memory.used.load(ordering: .relaxed) < limit else { throw .tooMany(.megabytes, limit: limit >> 20) }
        }

        /// Whether all shares fit with this one so large. If not, it stays as it was.
        func resize(to bytes: Int) -> Bool {
            held.withLock { held in
                let (_, used) = memory.used.add(bytes - held, ordering: .relaxed)
                guard used <= memory.limit || bytes <= held else {
                    memory.used.subtract(bytes - held, ordering: .relaxed)
                    return false
                }
                held = bytes
                return true
            }
        }

        /// Counts what is there already.
        func set(to bytes: Int) {
            held.withLock { held in
                memory.used.add(bytes - held, ordering: .relaxed)
                held = bytes
            }
        }
    }
}
