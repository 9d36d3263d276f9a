import Testing

@testable import ItemSources

@Suite struct ChangeSettlingTests {
    private let start = ContinuousClock.now

    private func due(_ times: [Double]) -> Double? {
        var settling = ChangeSettling()
        for time in times { settling.record(at: start + .seconds(time)) }
        return settling.due.map { ($0 - start) / .seconds(1) }
    }

    @Test func `a change is read a moment after the last one, and the first does not wait for ever`() {
        #expect(due([]) == nil)
        #expect(due([0]) == 0.25)
        #expect(due([0, 0.2]) == 0.45)
        #expect(due([0, 0.2, 0.4, 0.6, 0.8, 0.9]) == 1)
    }

    @Test func `a storm is waited for, but not for ever`() {
        let times = (0...2000).map { Double($0) / 500 }
        #expect(due(times) == 4.25)
        #expect(due(times + [9.9]) == 10)
    }

    @Test func `a file is read when it was closed, or when nothing was written for long`() {
        let (place, name) = (FolderPlace(root: 0, path: []), Array("a.jpg".utf8))
        func event(_ kinds: FolderEvents.Kinds) -> FolderEvents.Event {
            FolderEvents.Event(watch: 1, kinds: kinds, name: name)
        }
        var changes = FolderChanges()
        _ = changes.record(event(.created), in: place, at: start)
        var taken = changes.takeReady()
        #expect(taken.writing[place]?[name] != nil)
        var isNews = changes.record(event(.modified), in: place, at: start + .seconds(1))
        #expect(!isNews && changes.nextWritten == start + .seconds(11))
        isNews = changes.record(event(.closedWriting), in: place, at: start + .seconds(2))
        taken = changes.takeReady()
        #expect(isNews && taken.folders == [place] && taken.writing.isEmpty)
        _ = changes.record(event(.modified), in: place, at: start)
        isNews = changes.settleWriting(at: start + .seconds(9))
        #expect(!isNews)
        isNews = changes.settleWriting(at: start + .seconds(10))
        taken = changes.takeReady()
        #expect(isNews && taken.folders == [place])
    }
}
