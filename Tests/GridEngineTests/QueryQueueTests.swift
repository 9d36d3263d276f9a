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

    @Test func `two run at once, one of each client, in the order in which they came`() async throws {
        let clients = ["one", "other", "third"].map { Client(origin: $0) }
        for name in ["first", "second", "third"] { try run(name, for: clients[0]) }
        try run("of another", for: clients[1])
        try run("of a third", for: clients[2])
        var names = started.stream.makeAsyncIterator()
        let running = [await names.next(), await names.next()]
        #expect(Set(running) == ["first", "of another"])
        gate.signal()
        // Whichever ended: there are two clients again, and never two of one.
        let third = await names.next()
        #expect(third == "second" || third == "of a third")
        for _ in 0..<4 { gate.signal() }
        #expect(
            Set([await names.next(), await names.next()])
                == Set(["second", "third", "of a third"]).subtracting([third]))
    }

    @Test func `a client alone has one at a time`() async throws {
        for name in ["first", "second"] { try run(name, for: Client(origin: "one")) }
        var names = started.stream.makeAsyncIterator()
        #expect(await names.next() == "first")
        try run("of another", for: Client(origin: "other"))
        #expect(await names.next() == "of another")
        for _ in 0..<3 { gate.signal() }
        #expect(await names.next() == "second")
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
