import Prefetching

/// Events in the order of their time; of equal times, in the order in which they were put in.
struct TimeQueue<Event: Sendable>: Sendable {
    private struct Entry: Sendable {
        let time: Double
        let number: Int
        let event: Event

        func isBefore(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : number < other.number
        }
    }

    private var heap: [Entry] = []
    private var pushed = 0

    mutating func push(_ event: Event, at time: Double) {
        heap.append(Entry(time: time, number: pushed, event: event))
        pushed += 1
        var child = heap.count - 1
        while child > 0, heap[child].isBefore(heap[(child - 1) / 2]) {
            heap.swapAt(child, (child - 1) / 2)
            child = (child - 1) / 2
        }
    }

    mutating func pop() -> (time: Double, event: Event)? {
        guard let first = heap.first else { return nil }
        heap.swapAt(0, heap.count - 1)
        heap.removeLast()
        var parent = 0
        while true {
            var least = parent
            for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count && heap[child].isBefore(heap[least])
            {
                least = child
            }
            if least == parent { return (first.time, first.event) }
            heap.swapAt(parent, least)
            parent = least
        }
    }
}
