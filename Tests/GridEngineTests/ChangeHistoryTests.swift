import CollectionModel
import JSONText
import Testing

@testable import GridEngine

@Suite struct ChangeHistoryTests {
    private func entry(_ version: Int) -> ChangeHistory.Entry {
        var patch = Patch()
        patch.reconfigures = [ItemOrdinal(UInt32(version))]
        return ChangeHistory.Entry(patch: patch, version: version)
    }

    @Test func `a hundred changes can be undone, the newest first`() {
        var history = ChangeHistory()
        for version in 1...130 { history.record(entry(version)) }
        var versions: [Int] = []
        while let entry = history.take(.undo) { versions.append(entry.version) }
        #expect(versions == Array((31...130).reversed()))
    }

    @Test func `what was undone can be redone until a new change is made`() {
        var history = ChangeHistory()
        history.record(entry(1))
        _ = history.take(.undo)
        history.append(entry(2), after: .undo)
        #expect(history.take(.redo)?.version == 2)
        history.append(entry(3), after: .redo)
        #expect(history.take(.undo)?.version == 3)
        history.append(entry(4), after: .undo)
        history.record(entry(5))
        #expect(history.take(.redo) == nil)
    }

    @Test func `transitions replayed from the store lead to the same history`() throws {
        var history = ChangeHistory()
        var replayed = ChangeHistory()
        func replay(_ version: Int) throws {
            let text = try #require(history.transition).stored
            let transition = try #require(ChangeHistory.Transition(stored: text) { "i\($0.rawValue)" })
            replayed.replay(transition, patch: entry(version).patch, version: version, marks: [1])
            #expect(replayed.undoable.map(\.entry.version) == history.undoable.map(\.entry.version), "\(text)")
            #expect(replayed.redoable.map(\.entry.version) == history.redoable.map(\.entry.version), "\(text)")
            #expect(replayed.undoable.last?.entry.marks == [1] || replayed.undoable.isEmpty)
            #expect(replayed.undoable.map(\.entry.contents) == history.undoable.map(\.entry.contents), "\(text)")
        }
        for version in 1...3 {
            history.beginChange()
            var entry = entry(version)
            entry.contents = [ItemOrdinal(7): KeptItem(attributes: ["rating": .string("like")])]
            history.record(entry)
            try replay(version)
        }
        history.beginChange()
        _ = history.take(.undo)
        // The newest could not be undone, so the one before it was.
        _ = history.take(.undo)
        history.append(entry(4), after: .undo)
        try replay(4)
        history.beginChange()
        _ = history.take(.redo)
        history.append(entry(5), after: .redo)
        try replay(5)
    }

    @Test(arguments: ["", "{}", #"{"kind":"other"}"#, #"{"kind":"undone","contents":[[1]]}"#])
    func `any other text is no transition`(_ text: String) {
        #expect(ChangeHistory.Transition(stored: text) { _ in "a" } == nil)
    }
}
