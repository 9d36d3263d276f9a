import CollectionStore
import Foundation
import GridEngine
import LookaheadTesting

@testable import SharedStore

/// Every store there is, for the tests that all of them must pass.
enum StoreKind: String, CaseIterable, Sendable {
    case sqlite, memory, postgres

    static var shared: [StoreKind] { [.memory, .postgres] }
}

/// One place where a kind of store keeps things, and the servers on it.
final class StorePlace {
    private let kind: StoreKind
    private let folder: String
    private let memory = MemoryDatabase()
    private let address: StoreAddress?
    private var open: [any ChangeStore] = []

    init(_ kind: StoreKind) throws {
        self.kind = kind
        folder = NSTemporaryDirectory() + "lookahead-store-\(UUID().uuidString)"
        address = kind == .postgres ? try Self.database() : nil
    }

    deinit {
        closeAll()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// A database without our tables.
    private static func database() throws -> StoreAddress {
        guard let other = ProcessInfo.processInfo.environment["LOOKAHEAD_TEST_STORE"] else {
            return try PostgresServer.shared.get().database()
        }
        let address = try StoreAddress(other)
        try PostgresConnection(to: address).run(Statement("DROP SCHEMA IF EXISTS lookahead CASCADE"))
        return address
    }

    /// A server's store, of which SQLite has one at a time.
    func server(limits: SharedStore.Limits = .init()) throws -> any ChangeStore {
        let store: any ChangeStore =
            switch kind {
            case .sqlite: try SQLiteStore(folder: folder)
            case .memory: MemoryStore(sharing: memory)
            case .postgres: try SharedStore(at: address!, limits: limits)
            }
        open.append(store)
        return store
    }

    func closeAll() {
        for store in open {
            (store as? SharedStore)?.close()
            try? (store as? SQLiteStore)?.close()
        }
        open = []
    }
}

/// What is stored of a collection, however much of it is still in the log.
struct StoredContent: Equatable {
    var head: StoredHead
    var order: [StoredOrder.Section]
    var checkpoint: Int
    var patches: [Int: [UInt8]]
    var items: [String]
    var sections: [String]
    var attributes: [UInt32: String]
    var marks: [[UInt8]]
    /// Of the changes since the checkpoint.
    var marksSince: [Int: [UInt8]]
    var revisions: [UInt32: UInt64]

    init?(_ store: any ChangeStore, _ collection: String = "c") throws {
        guard let stored = try store.restore(collection) else { return nil }
        head = stored.head
        order = stored.checkpoint.sections
        checkpoint = stored.checkpoint.version
        patches = Dictionary(uniqueKeysWithValues: stored.changes.map { ($0.version, $0.patch) })
        items = Array(stored.items)
        sections = stored.sections.map(\.title)
        attributes = [:]
        marks = stored.marks
        marksSince = Dictionary(uniqueKeysWithValues: stored.changes.map { ($0.version, $0.marks) })
        revisions = [:]
        for entry in stored.attributes { attributes[entry.item] = entry.json }
        for entry in stored.revisions { revisions[entry.item] = entry.revision }
        for change in stored.changes { add(change) }
    }

    /// Takes over what a change brings, unless it is contained.
    mutating func add(_ change: StoredChange) {
        for item in change.newItems where item.ordinal == items.count { items.append(item.id) }
        for section in change.newSections {
            if section.ordinal == sections.count { sections.append(section.title) }
            sections[Int(section.ordinal)] = section.title
        }
        for entry in change.attributes { attributes[entry.item] = entry.json }
        for entry in change.revisions { revisions[entry.item] = entry.revision }
    }
}

/// An order of `counts` items in sections, all of them new, numbered through.
func freshOrder(_ collection: String = "c", counts: [Int], postedTitle: String? = nil, postingKey: String? = nil)
    -> StoredOrder
{
    var next: UInt32 = 0
    var newItems: [StoredIdentifier] = []
    var order = StoredOrder(
        collection: collection, version: 1, sections: [], postedTitle: postedTitle, postingKey: postingKey)
    for (number, count) in counts.enumerated() {
        let ordinals = (0..<UInt32(count)).map { next + $0 }
        next += UInt32(count)
        order.sections.append(StoredOrder.Section(ordinal: UInt32(number), items: ordinals))
        order.newSections.append(StoredSection(ordinal: UInt32(number), id: "s\(number)", title: "Section \(number)"))
        newItems += ordinals.map { StoredIdentifier(ordinal: $0, id: "folder/写真 \($0).jpg") }
    }
    order.newItems = StoredIdentifiers(newItems)
    return order
}

extension ChangeStore {
    /// - Returns: the head of a collection that is new.
    func create(_ order: StoredOrder) throws -> StoredHead? { try create(order, cancellation: Cancellation()) }

    /// Appends one change with a patch of one byte.
    func append(_ byte: UInt8, to collection: String = "c", after head: StoredHead) throws -> AppendOutcome {
        try commit([
            StoredAppend(
                collection: collection, head: head,
                changes: [StoredChange(collection: collection, version: head.version + 1, patch: [byte])])
        ])[0]
    }
}

extension AppendOutcome {
    var stored: StoredHead? { if case .stored(let head) = self { head } else { nil } }
    var overtaken: ([StoredChange], StoredHead)? {
        if case .overtaken(let changes, let head) = self { (changes, head) } else { nil }
    }
}
