import Dispatch
import LookaheadTesting
import Testing

@testable import GridEngine

@Suite struct QueryQueueTests {
    private let queue = QueryQueue()
    private let gate = DispatchSemaphore(value: 0)
    private let started = AsyncStream.makeStream(of: String.self)

    /// Runs something that ends when the gate lets it.
    private func run(_ name: String, for client: Client?) throws {
        let (gate, started) = (gate, started.continuation)
        try queue.run(for: client) {
            started.yield(name)
            gate.wait()
        }
    }

    @Test func `two run at once, and the client goes first of whom the fewest are running`() async throws {
        let (one, other) = (Client(origin: "one"), Client(origin: "other"))
        for name in ["first", "second", "third", "fourth"] { try run(name, for: one) }
        try run("of another", for: other)
        var names = started.stream.makeAsyncIterator()
        let running = [await names.next(), await names.next()]
        #expect(Set(running) == ["first", "second"])
        for expected in ["of another", "third", "fourth"] {
            gate.signal()
            #expect(await names.next() == expected)
        }
        for _ in 0..<2 { gate.signal() }
    }

    @Test func `one client has half of the places, and who is done gives a place back`() async throws {
        let one = Client(origin: "one")
        for number in 0..<QueryQueue.limit / 2 { try run("\(number)", for: one) }
        #expect(throws: GridError.shareUsed(.queries, share: QueryQueue.limit / 2)) { try run("too many", for: one) }
        try run("of another", for: Client(origin: "other"))
        for _ in 0...QueryQueue.limit / 2 { gate.signal() }
        var names = started.stream.makeAsyncIterator()
        for _ in 0...QueryQueue.limit / 2 { _ = await names.next() }
        // The last may still be ending.
        while (try? run("again", for: one)) == nil { await Task.yield() }
        gate.signal()
    }
}
