import CollectionModel
import JSONText
import Testing

@testable import GridEngine

@Suite struct ChangeHistoryTests {
    private let author = ChangeAuthor(actor: "a")

    private func entry(_ version: Int) -> ChangeHistory.Entry {
        var patch = Patch()
        patch.reconfigures = [ItemOrdinal(UInt32(version))]
        return ChangeHistory.Entry(patch: patch, version: version)
    }

    private func origin(_ author: String?) -> ChangeOrigin { ChangeOrigin(author: author, time: 1_780_000_000_000) }

    private let reverted = RevertedChange(
        name: "3", kind: .move, count: 1, item: .init(id: "a", title: "A"), time: 1_780_000_000_000, isOwn: true)

    private func take(_ history: inout ChangeHistory, _ direction: ChangeHistory.Direction) -> Int? {
        guard let entry = history.entry(direction, .own, of: .nobody) else { return nil }
        history.take(direction, entry)
        return entry.version
    }

    @Test func `a hundred changes can be undone, the newest first`() {
        var history = ChangeHistory()
        for version in 1...130 { history.record(entry(version)) }
        var versions: [Int] = []
        while let version = take(&history, .undo) { versions.append(version) }
        #expect(versions == Array((31...130).reversed()))
    }

    @Test func `a busy author pushes out nobody else's changes`() {
        var history = ChangeHistory()
        func record(_ author: String?, _ versions: ClosedRange<Int>) {
            for version in versions {
                history.beginChange(origin(author))
                history.record(entry(version))
            }
        }
        func count(_ author: String?) -> Int { history.undoable.filter { $0.entry.origin.author == author }.count }
        record("anna", 1...5)
        record(nil, 6...1000)
        #expect(count("anna") == 5 && count(nil) == ChangeHistory.authorLimit)
        for number in 0..<8 { record("busy \(number)", (1001 + number * 200)...(1200 + number * 200)) }
        #expect(history.undoable.count == ChangeHistory.limit)
        #expect(count("anna") == 5 && count("busy 7") > 20)
        #expect(history.undoable.map(\.entry.version) == history.undoable.map(\.entry.version).sorted())
    }

    @Test func `what was undone can be redone until its author makes a new change`() {
        var history = ChangeHistory()
        history.record(entry(1))
        #expect(take(&history, .undo) == 1)
        history.append(entry(2), after: .undo, reverted)
        #expect(take(&history, .redo) == 2)
        history.append(entry(3), after: .redo, reverted)
        #expect(take(&history, .undo) == 3)
        history.append(entry(4), after: .undo, reverted)
        history.beginChange(origin("somebody else"))
        history.record(entry(5))
        #expect(history.entry(.redo, .own, of: .nobody)?.version == 4)
        history.beginChange()
        history.record(entry(6))
        #expect(history.entry(.redo, .own, of: .nobody) == nil)
    }

    @Test func `nobody's changes are programs', and no browser's`() {
        var history = ChangeHistory()
        history.record(entry(1))
        history.beginChange(origin(author.id))
        history.record(entry(2))
        #expect(history.entry(.undo, .own, of: .nobody)?.version == 1)
        #expect(history.entry(.undo, .own, of: ChangeAuthor(token: "t"))?.version == 1)
        #expect(history.entry(.undo, .own, of: author)?.version == 2)
        #expect(history.entry(.undo, .own, of: ChangeAuthor(cookie: "a")) == nil)
        #expect(history.entry(.undo, .version(1), of: author)?.version == 1)
    }

    @Test func `transitions replayed from the store lead to the same history`() throws {
        var history = ChangeHistory()
        var replayed = ChangeHistory()
        func replay(_ version: Int) throws {
            let text = try #require(history.transition).stored
            let transition = try #require(ChangeHistory.Transition(stored: text) { "i\($0.rawValue)" })
            #expect(transition.reverted == history.transition?.reverted)
            #expect(transition.returned == history.transition?.returned)
            replayed.replay(transition, patch: entry(version).patch, version: version, marks: [1])
            #expect(replayed.undoable.map(\.entry.version) == history.undoable.map(\.entry.version), "\(text)")
            #expect(replayed.redoable.map(\.entry.version) == history.redoable.map(\.entry.version), "\(text)")
            #expect(replayed.undoable.last?.entry.marks == [1] || replayed.undoable.isEmpty)
            #expect(replayed.undoable.map(\.entry.contents) == history.undoable.map(\.entry.contents), "\(text)")
            #expect(replayed.undoable.map(\.entry.origin) == history.undoable.map(\.entry.origin), "\(text)")
        }
        for version in 1...4 {
            var origin = origin(version == 3 ? nil : author.id)
            if version == 2 { origin.action = AlbumAction(album: "album~1", name: "a-1") }
            history.beginChange(origin)
            var entry = entry(version)
            entry.contents = [ItemOrdinal(7): KeptItem(attributes: ["rating": .string("like")])]
            history.record(entry)
            try replay(version)
        }
        history.beginChange(origin(author.id))
        // Others had reverted the newest already, so the one before it was taken, below somebody else's.
        for _ in 0..<2 { history.take(.undo, try #require(history.entry(.undo, .own, of: author))) }
        history.append(entry(5), after: .undo, reverted)
        let reason = Reason("change-returned", "A change was taken back. No.", values: ["detail": "No."])
        history.note(ReturnedChange(version: 4, author: author.id, reason: reason))
        try replay(5)
        #expect(history.undoable.map(\.entry.version) == [1, 3])
        history.beginChange(origin(author.id))
        history.take(.redo, try #require(history.entry(.redo, .own, of: author)))
        history.append(entry(6), after: .redo, reverted)
        try replay(6)
        #expect(history.undoable.map(\.entry.version) == [1, 3, 6])
    }

    @Test func `what earlier versions stored took entries off the end`() throws {
        var history = ChangeHistory()
        func replay(_ text: String, _ version: Int) throws {
            let transition = try #require(ChangeHistory.Transition(stored: text) { "i\($0.rawValue)" })
            history.replay(transition, patch: entry(version).patch, version: version, marks: [])
        }
        for version in 1...3 { try replay(#"{"kind":"recorded"}"#, version) }
        try replay(#"{"kind":"undone","taken":2}"#, 4)
        #expect(history.undoable.map(\.entry.version) == [1] && history.redoable.map(\.entry.version) == [4])
        try replay(#"{"kind":"redone","taken":1}"#, 5)
        #expect(history.undoable.map(\.entry.version) == [1, 5] && history.redoable.isEmpty)
        #expect(history.entry(.undo, .own, of: author) == nil)
        #expect(history.entry(.undo, .own, of: .nobody)?.version == 5)
    }

    @Test(arguments: ["", "{}", #"{"kind":"other"}"#, #"{"kind":"undone","contents":[[1]]}"#])
    func `any other text is no transition`(_ text: String) {
        #expect(ChangeHistory.Transition(stored: text) { _ in "a" } == nil)
    }
}
