import Glibc
import Prefetching
import SeededRandom

/// The world that traces are replayed in: a grid of equal rows, loaders of random speed, a line with a delay.
package struct SimulatedWorld: Hashable, Sendable {
    /// The source of a picture's small preview.
    package enum Previews: Hashable, Sendable {
        /// Without previews.
        case none
        /// Something of its own, at this share of the full picture's cost.
        case small(share: Double)
        /// The whole picture: one read makes both.
        case wholePicture
    }

    /// The time that a batch takes.
    package struct Batches: Hashable, Sendable {
        /// Seconds of a call, whatever it asks for.
        package var call: Double
        /// Seconds of each item of it.
        package var item: Double

        package init(call: Double, item: Double) {
            (self.call, self.item) = (call, item)
        }
    }

    package var items = 100_000
    package var columns = 8
    /// Height of a row with its gap, px.
    package var rowHeight = 168.0
    package var rowsInView = 6.0
    package var loaders = 4
    /// Loads are lognormal: one in twenty is shorter than the first, one in twenty longer than the second, in seconds.
    package var shortLoad = 0.02
    package var longLoad = 0.2
    /// Instead, all loads take between the two, evenly over their logarithm: about the same mean, no long tail.
    package var isBounded = false
    /// One way, seconds.
    package var delay = 0.03
    /// Between two events of a moving page, seconds.
    package var eventInterval = 0.05
    package var previews = Previews.none
    /// Instead of pictures, contents that are read in batches; `nil` for pictures.
    package var batches: Batches?
    /// How far off an estimate of a load's cost may be, as a share of it; `nil` when there are no estimates.
    package var costError: Double?
    package var seed: UInt64 = 1

    package init() {}

    package var viewportHeight: Double { rowsInView * rowHeight }
    package var contentHeight: Double { Double((items + columns - 1) / columns) * rowHeight }

    /// The same world around the grid that a trace was recorded in.
    package func holding(_ trace: ScrollTrace) -> SimulatedWorld {
        guard let grid = trace.grid else { return self }
        var world = self
        (world.items, world.columns, world.rowHeight) = (grid.items, grid.columns, grid.rowHeight)
        world.rowsInView = grid.viewportHeight / grid.rowHeight
        return world
    }

    /// The same world, of which one item in `every` is shown: the item at place `n` is number `n * every`.
    func showing(every: Int) -> SimulatedWorld {
        var world = self
        world.items = (items + every - 1) / every
        return world
    }

    /// The items that a frame has in view.
    func visibleItems(_ frame: ScrollTrace.Frame) -> some Collection<Int> {
        let span = Span(top: frame.offset, bottom: frame.offset + viewportHeight)
        return showing(every: frame.every).items(in: span).lazy.map { $0 * frame.every }
    }

    package var grid: ScrollTrace.Grid {
        ScrollTrace.Grid(items: items, columns: columns, rowHeight: rowHeight, viewportHeight: viewportHeight)
    }

    package var meanLoad: Double {
        if let batches { return batches.call + batches.item }
        guard !isBounded || shortLoad == longLoad else { return (longLoad - shortLoad) / log(longLoad / shortLoad) }
        let sigma = SimulatedWorld.sigma(shortLoad, longLoad)
        return (shortLoad * longLoad).squareRoot() * exp(sigma * sigma / 2)
    }

    /// Seconds that a loader needs for an item's full picture: always the same for the same seed and item.
    package func loadSeconds(_ item: Int) -> Double {
        // The oracles load one by one: each has its part of a call that is as large as can be.
        if let batches { return batches.call / Double(LoadConfiguration().batchLimit) + batches.item }
        var random = SeededRandom(seed: seed &* 7_919 &+ UInt64(item))
        guard !isBounded else { return shortLoad * pow(longLoad / shortLoad, random.uniform()) }
        let median = (shortLoad * longLoad).squareRoot()
        return random.lognormal(median: median, sigma: SimulatedWorld.sigma(shortLoad, longLoad))
    }

    /// The policy's estimate of an item's cost.
    package func expectedSeconds(_ item: Int) -> Double {
        guard let costError else { return meanLoad }
        var random = SeededRandom(seed: seed &* 104_729 &+ UInt64(item) &+ 1 << 40)
        return loadSeconds(item) * (1 + random.uniform(-costError...costError))
    }

    private static func sigma(_ short: Double, _ long: Double) -> Double {
        log(long / short) / 2 / 1.645
    }
}

extension SimulatedWorld: ScrollGeometry {
    package func items(in span: Span) -> Range<Int> {
        let rows = Double((items + columns - 1) / columns)
        let first = min(max((span.top / rowHeight).rounded(.down), 0), rows)
        let last = min(max((span.bottom / rowHeight).rounded(.up), first), rows)
        return min(Int(first) * columns, items)..<min(Int(last) * columns, items)
    }

    package func span(ofItem flat: Int) -> Span {
        let top = Double(flat / columns) * rowHeight
        return Span(top: top, bottom: top + rowHeight)
    }
}

extension SimulatedWorld {
    /// Names the load of an item's full picture, of its preview, or of its content.
    func key(_ item: Int, isPreview: Bool) -> LoadKey {
        let full = LoadKey(collection: 1, item: UInt32(item), rendition: 1)
        if batches != nil { return full.content }
        return isPreview ? full.preview : full
    }
}

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
