import CollectionModel
import Prefetching
import Synchronization
import Testing

@testable import GridEngine

@Suite struct EventHubTests {
    private let hub = EventHub()
    private let first = ViewerID(rawValue: 1)
    private let second = ViewerID(rawValue: 2)

    init() {
        hub.open(first)
        hub.open(second)
    }

    /// Collects the numbers and versions of what a stream receives; ends it after `limit` records.
    private final class Stream: Sendable {
        let records = Mutex<[EventRecord]>([])
        let limit: Int

        init(limit: Int = .max) { self.limit = limit }

        func take(_ record: EventRecord) -> Bool {
            records.withLock { records in
                guard records.count < limit else { return false }
                records.append(record)
                return true
            }
        }

        var ids: [Int] { records.withLock { $0.map(\.id) } }
        var resets: [Int] {
            records.withLock { records in
                records.compactMap { if case .reset(let version) = $0.event { version } else { nil } }
            }
        }
        var announcements: Int {
            records.withLock { records in
                records.count { if case .previews = $0.event { true } else { false } }
            }
        }
    }

    private func subscribe(_ stream: Stream, to viewers: [ViewerID], after id: Int? = nil) -> Int? {
        hub.subscribe(to: viewers, after: id, takesPreviews: true, version: { _ in 9 }) { stream.take($0) }
    }

    private func post(_ version: Int, to viewer: ViewerID) { hub.post(.reset(version: version), to: viewer) }

    private func preview(_ number: Int) -> PreviewPicture {
        PreviewPicture(item: "i\(number)", ordinal: ItemOrdinal(rawValue: UInt32(number)), bytes: [], colour: nil)
    }

    @Test func `one sequence numbers the events of all viewers, and each stream receives those of its own`() throws {
        let (one, both) = (Stream(), Stream())
        _ = try #require(subscribe(one, to: [first]))
        _ = try #require(subscribe(both, to: [first, second]))
        for version in 1...6 { post(version, to: version.isMultiple(of: 2) ? second : first) }
        #expect(one.resets == [1, 3, 5] && both.resets == [1, 2, 3, 4, 5, 6])
        #expect(zip(both.ids, both.ids.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test func `a stream that comes back receives what it missed, of several viewers in one order`() throws {
        for version in 1...6 { post(version, to: version.isMultiple(of: 2) ? second : first) }
        for last in 0...6 {
            let stream = Stream()
            _ = try #require(subscribe(stream, to: [first, second], after: last))
            #expect(stream.ids == Array(last + 1..<7))
            #expect(hub.records(of: first, after: last)?.map(\.id) == [1, 3, 5].filter { $0 > last })
        }
    }

    @Test func `whoever missed more than the log holds starts over`() throws {
        for version in 1...1000 { post(version, to: first) }
        let stream = Stream()
        _ = try #require(subscribe(stream, to: [first], after: 3))
        #expect(stream.resets == [9], "one reset, to the version of now")
        #expect(hub.records(of: first, after: 3) == nil)
        #expect(hub.records(of: first, after: 5000) == nil, "a number that was never given")
        let late = try #require(hub.records(of: first, after: 900))
        #expect(late.map(\.id) == Array(901...1000))
    }

    @Test func `a stream that is closed receives nothing more, and its viewer has none`() throws {
        let stream = Stream(limit: 2)
        _ = try #require(subscribe(stream, to: [first]))
        #expect(hub.hasLine(first) && !hub.hasLine(second))
        for version in 1...5 { post(version, to: first) }
        #expect(stream.resets == [1, 2] && !hub.hasLine(first))
        let other = Stream()
        let number = try #require(subscribe(other, to: [first, second]))
        hub.unsubscribe(number, from: [first])
        post(6, to: first)
        post(7, to: second)
        #expect(other.resets == [7])
    }

    @Test func `a viewer that left is unknown`() {
        hub.close(first)
        #expect(subscribe(Stream(), to: [first]) == nil && subscribe(Stream(), to: [second, first]) == nil)
        #expect(!hub.hasLine(second), "all or none")
        post(1, to: first)
        #expect(hub.lastID == 0 && hub.records(of: first, after: 0) == nil)
    }

    @Test func `previews that wait are announced once, until they are taken`() throws {
        let stream = Stream()
        hub.post([preview(1)], to: first)
        #expect(hub.hasPreviews(first))
        _ = try #require(subscribe(stream, to: [first]))
        #expect(stream.announcements == 1)
        hub.post([preview(2), preview(1)], to: first)
        #expect(stream.announcements == 1)
        #expect(hub.takePreviews(of: first).map(\.item) == ["i1", "i2"], "each once")
        #expect(!hub.hasPreviews(first) && hub.takePreviews(of: first).isEmpty)
        hub.post([preview(3)], to: first)
        #expect(stream.announcements == 2)
    }

    @Test func `a preview of changed content takes the place of the one that waits`() {
        hub.post([preview(1), preview(2)], to: first)
        var changed = preview(1)
        changed.bytes = [9, 9]
        hub.post([changed], to: first)
        let taken = hub.takePreviews(of: first)
        #expect(taken.map(\.item) == ["i1", "i2"] && taken.first?.bytes == [9, 9])
        hub.post([changed], to: first)
        hub.giveBack([preview(1)], of: first)
        #expect(hub.takePreviews(of: first).map(\.bytes) == [[9, 9]], "what is given back is older")
    }

    @Test func `what is given back goes before what came meanwhile, and the oldest beyond the limit is dropped`() throws
    {
        let stream = Stream()
        _ = try #require(subscribe(stream, to: [first]))
        hub.post((0..<3).map(preview), to: first)
        let taken = hub.takePreviews(of: first)
        hub.post([preview(3)], to: first)
        hub.giveBack(Array(taken[1...]), of: first)
        #expect(stream.announcements == 3)
        #expect(hub.takePreviews(of: first).map(\.item) == ["i1", "i2", "i3"])
        hub.giveBack([], of: first)
        #expect(stream.announcements == 3, "nothing is no reason to announce")
        hub.post((0..<200).map(preview), to: first)
        #expect(hub.takePreviews(of: first).map(\.item) == (40..<200).map { "i\($0)" })
    }
}
