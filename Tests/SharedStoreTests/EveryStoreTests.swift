import GridEngine
import SeededRandom
import Testing

@testable import SharedStore

/// What every store does, whoever keeps the bytes.
@Suite(.serialized) struct EveryStoreTests {
    @Test(arguments: StoreKind.allCases)
    func `what was created is restored, and is created once`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let store = try place.server()
        #expect(try store.restore("c") == nil)
        var order = freshOrder(counts: [5000, 0, 3])
        order.attributes = [StoredChange.Attributes(item: 2, json: "{\"n\":2}")]
        let head = try #require(try store.create(order))
        #expect(head.version == 1)
        #expect(try store.create(freshOrder(counts: [1])) == nil)
        let content = try #require(try StoredContent(store))
        #expect(content.head == head && content.order == order.sections)
        #expect(content.items == order.newItems.map(\.id) && content.sections.count == 3)
        #expect(content.attributes == [2: "{\"n\":2}"])
        #expect(content.marks == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `a posted collection's new title is there at the next start, and in the log of others`(_ kind: StoreKind)
        throws
    {
        let place = try StorePlace(kind)
        let store = try place.server()
        let head = try #require(try store.create(freshOrder(counts: [3], postedTitle: "Trip")))
        let titled = StoredChange(collection: "c", version: 2, patch: [7], title: "Busan")
        let plain = StoredChange(collection: "c", version: 3, patch: [8])
        let outcome = try store.commit([StoredAppend(collection: "c", head: head, changes: [titled, plain])])[0]
        #expect(outcome.stored?.version == 3)
        if StoreKind.shared.contains(kind) {
            #expect(try store.append(9, after: head).overtaken?.0.map(\.title) == ["Busan", nil])
            _ = try store.commit([])
        }
        place.closeAll()
        #expect(try place.server().postedCollections().map(\.title) == ["Busan"])
    }

    @Test(arguments: StoreKind.allCases, [1, 2] as [UInt64])
    func `random changes, checkpoints and restarts leave what a model says`(_ kind: StoreKind, _ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let place = try StorePlace(kind)
        var store = try place.server()
        var head = try #require(try store.create(freshOrder(counts: [300, 0, 7])))
        var model = try #require(try StoredContent(store))
        var parts: [Int: [UInt8]] = [:]
        for step in 0..<60 {
            switch Int.random(in: 0..<8, using: &random) {
            case 0:
                place.closeAll()
                store = try place.server()
            case 1:
                let items = (0..<UInt32(model.items.count)).shuffled(using: &random)
                let part = StoredMarks(part: Int.random(in: 0..<3, using: &random), bytes: [UInt8(step)])
                let order = StoredOrder(
                    collection: "c", version: head.version, sections: [.init(ordinal: 0, items: items)], marks: [part])
                try store.checkpoint(order)
                // One of the same version changes nothing where it is already there.
                if model.checkpoint < head.version || kind != .postgres {
                    model.order = order.sections
                    parts[part.part] = part.bytes
                    model.marks = parts.sorted { $0.key < $1.key }.map(\.value)
                }
                model.checkpoint = head.version
                model.patches = [:]
                model.marksSince = [:]
            default:
                var changes: [StoredChange] = []
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let change = randomChange(model, version: head.version + changes.count + 1, &random)
                    model.add(change)
                    model.patches[change.version] = change.patch
                    model.marksSince[change.version] = change.marks
                    changes.append(change)
                }
                let outcome = try store.commit([StoredAppend(collection: "c", head: head, changes: changes)])[0]
                head = try #require(outcome.stored)
                model.head = head
            }
            try #require(try StoredContent(store) == model, "seed \(seed), step \(step)")
        }
    }

    private func randomChange(_ model: StoredContent, version: Int, _ random: inout SeededRandom) -> StoredChange {
        let count = UInt32(model.items.count)
        var change = StoredChange(
            collection: "c", version: version,
            patch: (0..<Int.random(in: 0...40, using: &random)).map { _ in .random(in: 0...255, using: &random) })
        for extra in 0..<UInt32.random(in: 0...3, using: &random) {
            change.newItems.append(StoredIdentifier(ordinal: count + extra, id: "n\(count + extra)"))
        }
        if Int.random(in: 0..<6, using: &random) == 0 {
            let ordinal = UInt32.random(in: 0...UInt32(model.sections.count), using: &random)
            change.newSections = [StoredSection(ordinal: ordinal, id: "s\(ordinal)", title: "Ünter \(version)")]
        }
        let item = UInt32.random(in: 0..<count, using: &random)
        change.attributes = [.init(item: item, json: Bool.random(using: &random) ? "{\"n\":\(version)}" : nil)]
        change.revisions = [.init(item: item, revision: random.next())]
        change.marks = (0..<Int.random(in: 0...3, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        if Bool.random(using: &random) { change.idempotencyKey = "k\(version)" }
        if Bool.random(using: &random) { change.history = "{\"kind\":\"recorded\"}" }
        return change
    }

    @Test(arguments: StoreKind.allCases)
    func `what was known of files is kept row by row, beside the order, and goes with its collection`(_ kind: StoreKind)
        throws
    {
        let place = try StorePlace(kind)
        let store = try place.server()
        let row = { (page: Int, trace: UInt64) in
            StoredTraces(
                page: page, files: [.init(revision: 5, trace: trace, folder: 0), .init(revision: 6, trace: 7)])
        }
        try store.keep([row(0, 1)], of: "c")
        let head = try #require(try store.create(freshOrder(counts: [3000])))
        #expect(try store.restore("c")?.traces == [], "there was no such collection")
        try store.keep([row(2, 2), row(0, 1)], of: "c")
        try store.keep([row(2, 3)], of: "c")
        _ = try store.append(9, after: head)
        place.closeAll()
        let again = try place.server()
        #expect(try again.restore("c")?.traces == [row(0, 1), row(2, 3)])
        #expect(try again.restore("c")?.head.version == 2, "it is no change")
        try again.remove("c")
        _ = try again.create(freshOrder(counts: [3]))
        #expect(try again.restore("c")?.traces == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `the log has patches, keys and history, from any version on`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let store = try place.server()
        var head = try #require(try store.create(freshOrder(counts: [3])))
        for version in 2...5 {
            let change = StoredChange(
                collection: "c", version: version, patch: [UInt8(version)], idempotencyKey: "k\(version)", history: "h")
            head = try #require(
                try store.commit([StoredAppend(collection: "c", head: head, changes: [change])])[0].stored)
        }
        let changes = try store.changes(of: "c", since: 3)
        #expect(changes.map(\.version) == [4, 5] && changes.map(\.patch) == [[4], [5]])
        #expect(changes.map(\.idempotencyKey) == ["k4", "k5"] && changes[0].history == "h")
        #expect(try store.changes(of: "nobody", since: 0) == [])
    }

    @Test(arguments: StoreKind.allCases)
    func `a removed collection is gone, with everything in it`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let store = try place.server()
        let head = try #require(try store.create(freshOrder(counts: [3], postedTitle: "C", postingKey: "k")))
        _ = try store.create(freshOrder("d", counts: [1], postedTitle: "D"))
        #expect(try store.postedCollections().map(\.id) == ["c", "d"])
        #expect(try store.postedCollections().first == .init(id: "c", title: "C", postingKey: "k"))
        try store.remove("c")
        try store.remove("nobody")
        #expect(try store.restore("c") == nil && store.postedCollections().map(\.id) == ["d"])
        #expect(try store.append(1, after: head) == .gone)
        let again = try #require(try store.create(freshOrder(counts: [1])))
        #expect(try StoredContent(store)?.items.count == 1)
        #expect(try store.append(1, after: again).stored?.version == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `notes are kept by name and collection, over a restart, until it is removed`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let store = try place.server()
        try store.keep("1", as: .delivered, of: "c")
        #expect(try store.note(.delivered, of: "c") == nil, "there is no such collection")
        for id in ["c", "d"] { _ = try store.create(freshOrder(id, counts: [3])) }
        try store.keep("7", as: .delivered, of: "c")
        try store.keep("8", as: .delivered, of: "c")
        try store.keep("r1", as: .revision, of: "c")
        place.closeAll()
        let later = try place.server()
        #expect(try later.note(.delivered, of: "c") == "8")
        #expect(try later.note(.revision, of: "c") == "r1")
        #expect(try later.note(.delivered, of: "d") == nil)
        try later.remove("c")
        _ = try later.create(freshOrder("c", counts: [3]))
        #expect(try later.note(.delivered, of: "c") == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `saved queries are kept by name`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let store = try place.server()
        _ = try store.create(freshOrder(counts: [1]))
        for name in ["b", "a", "b"] { try store.save(SavedQuery(name: name, title: "T", document: "{}"), of: "c") }
        #expect(try store.restore("c")?.savedQueries.map(\.name) == ["a", "b"])
        try store.removeQuery("a", of: "c")
        #expect(try store.restore("c")?.savedQueries.map(\.name) == ["b"])
        #expect(throws: StoreError.self) {
            try store.save(SavedQuery(name: "q", title: "", document: ""), of: "nobody")
        }
    }

    // MARK: Several servers

    @Test(arguments: StoreKind.shared)
    func `an append on an older head stores nothing and gets what came first`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let (one, two) = (try place.server(), try place.server())
        let first = try #require(try one.create(freshOrder(counts: [3])))
        let change = StoredChange(
            collection: "c", version: 2, patch: [1], newItems: [.init(ordinal: 3, id: "new")],
            newSections: [.init(ordinal: 1, id: "s1", title: "New")], attributes: [.init(item: 3, json: "{}")],
            marks: [1, 2, 3], revisions: [.init(item: 3, revision: .max)], idempotencyKey: "k", history: "h")
        let second = try #require(
            try one.commit([StoredAppend(collection: "c", head: first, changes: [change])])[0].stored)
        let third = try #require(try one.append(2, after: second).stored)
        let (found, head) = try #require(try two.append(9, after: first).overtaken)
        var changes = found
        if kind == .postgres {
            #expect(changes.map(\.stamp) == [second.stamp, third.stamp])
            #expect(changes.map(\.before) == [first.stamp, second.stamp])
        }
        (changes[0].stamp, changes[0].before) = (0, 0)
        #expect(changes.map(\.version) == [2, 3] && changes[0] == change, "the whole change")
        #expect(head == third && third.version == 3)
        // Drafted again on the new head.
        let fourth = try #require(try two.append(9, after: head).stored)
        #expect(fourth.version == 4)
        #expect(try one.append(5, after: third).overtaken?.0.map(\.patch) == [[9]])
        // Nothing is left to be drafted.
        #expect(try one.commit([]) == [])
        #expect(try two.append(6, after: fourth).stored?.version == 5)
    }

    @Test(arguments: StoreKind.shared)
    func `of a batch what is not overtaken is stored`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let (one, two) = (try place.server(), try place.server())
        let c = try #require(try one.create(freshOrder("c", counts: [1])))
        let d = try #require(try one.create(freshOrder("d", counts: [1])))
        _ = try two.append(1, to: "d", after: d)
        func append(_ collection: String, _ head: StoredHead) -> StoredAppend {
            StoredAppend(
                collection: collection, head: head,
                changes: [StoredChange(collection: collection, version: head.version + 1, patch: [7])])
        }
        let outcomes = try one.commit([append("c", c), append("d", d), append("nobody", c)])
        #expect(outcomes[0].stored?.version == 2 && outcomes[1].overtaken?.1.version == 2 && outcomes[2] == .gone)
        #expect(try one.commit([append("d", outcomes[1].overtaken!.1)])[0].stored?.version == 3)
        #expect(try StoredContent(two, "c")?.head.version == 2)
    }

    @Test(arguments: StoreKind.shared)
    func `a head of a log that went another way is lost`(_ kind: StoreKind) throws {
        let place = try StorePlace(kind)
        let store = try place.server()
        let first = try #require(try store.create(freshOrder(counts: [1])))
        let second = try #require(try store.append(1, after: first).stored)
        #expect(try store.append(2, after: StoredHead(version: 1, stamp: 12345)) == .lost)
        #expect(try store.append(2, after: StoredHead(version: 7, stamp: second.stamp)) == .lost)
        #expect(try store.append(2, after: second).stored?.version == 3)
    }
}
