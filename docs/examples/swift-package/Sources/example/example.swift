// An order that changes, a layout of it, and the loads of a view that scrolls through it. Run by `swift run` in the folder of this package.

import CollectionLayout
import CollectionModel
import Prefetching

@main struct Example {
    static func main() throws {
        let order = try changedOrder()
        let layout = try LayoutDescription(kind: "justified", options: ["rowHeight": 180, "headerHeight": 32])
            .prepare(width: 1200, sectionItemCounts: order.itemCounts)
        let size = layout.contentSize
        print("The content is \(Int(size.width)) x \(Int(size.height)) px.")
        var scroll = SimulatedScroll(order: order, layout: layout)
        scroll.run()
    }

    /// Two people change an order of 1,000 items at the same version; a copy elsewhere follows by the patches.
    static func changedOrder() throws -> Snapshot {
        let items = (0..<1000).map { ItemOrdinal(UInt32($0)) }
        let first = try Snapshot(sections: [
            (id: SectionOrdinal(0), items: Array(items[..<400])), (id: SectionOrdinal(1), items: Array(items[400...])),
        ])
        var order = first
        let move = BatchUpdate(
            deletesBefore: [IndexPath(0, 7)], moves: [.init(fromBefore: IndexPath(1, 0), toAfter: IndexPath(0, 0))])
        let patch = try order.apply(move)
        // Made from what the other person saw; rebased, it takes the same item, which is at another place now.
        let late = try first.patch(for: BatchUpdate(deletesBefore: [IndexPath(0, 3)]))
        let rebased = try order.rebase(late, over: patch)
        try order.apply(rebased)
        print("Deleted at \(late.deletes[0].from), and after the move at \(rebased.deletes[0].from).")

        var copy = first
        try copy.apply(patch.composed(with: rebased))
        print("The copy is the same order: \(copy.patch(to: order).isEmpty).")
        // What cannot be done is refused with the reason, and changes nothing.
        do throws(BatchUpdateError) {
            _ = try order.apply(BatchUpdate(deletesBefore: [IndexPath(0, 400)]))
        } catch {
            print(error.explanation(item: { "item \($0.rawValue)" }, section: { "section \($0.rawValue)" }))
        }
        return order
    }
}

/// A view of 800 px that glides downwards for two seconds, jumps, and glides on. Each picture takes 120 ms, and four are loaded at once.
struct SimulatedScroll {
    let order: Snapshot
    let layout: any PreparedLayout
    private var motion = ViewerMotion()
    private var scheduler = LoadScheduler()
    private var running: [(token: LoadToken, end: Instant)] = []

    init(order: Snapshot, layout: any PreparedLayout) {
        self.order = order
        self.layout = layout
    }

    mutating func run() {
        let viewer = ViewerID(rawValue: 1)
        var (waiting, seen) = (0, 0)
        for frame in 0..<240 {
            let now = Instant.start + .milliseconds(frame * 1000 / 60)
            let offset = 500 * Double(frame) / 60 + (frame < 120 ? 0 : 20_000)
            motion.observe(
                ScrollSample(
                    time: now, offset: offset, viewportHeight: 800, contentHeight: layout.contentSize.height,
                    velocity: 500, phase: frame == 120 ? .jump : .decelerating))
            endLoads(now)
            let plan = motion.plan().items(in: Geometry(layout: layout))
            let wants = plan.items.map { item in
                Want(
                    key(item.flat), isVisible: item.isVisible, isUrgent: item.isUrgent, score: item.score)
            }
            var actions: [LoadAction] = []
            scheduler.update(viewer: viewer, wants: wants, order: plan.order, now: now, actions: &actions)
            carryOut(actions, now)
            seen += plan.visible.count
            waiting += plan.visible.count { scheduler.state(of: key($0)) != .ready }
        }
        let loads = scheduler.statistics
        print(
            "\(loads.started) loads were started, \(loads.loaded) ended well, \(loads.cancelledRunning) were stopped.")
        print("Of 100 cells in view, \(waiting * 100 / seen) were waiting.")
    }

    /// Loads are named by the item, not by its place: a change of the order moves no load.
    private func key(_ flat: Int) -> LoadKey {
        LoadKey(collection: 0, item: order.item(atFlat: flat).rawValue, rendition: 0)
    }

    private mutating func endLoads(_ now: Instant) {
        for load in running where load.end <= now {
            running.removeAll { $0.token == load.token }
            var actions: [LoadAction] = []
            scheduler.loadEnded(load.token, .loaded, now: now, actions: &actions)
            carryOut(actions, now)
        }
        var actions: [LoadAction] = []
        scheduler.tick(now: now, actions: &actions)
        carryOut(actions, now)
    }

    private mutating func carryOut(_ actions: [LoadAction], _ now: Instant) {
        for action in actions {
            switch action {
            case .start(_, let token): running.append((token, now + .milliseconds(120)))
            case .promote: break
            case .cancel(_, let token):
                running.removeAll { $0.token == token }
                var more: [LoadAction] = []
                scheduler.loadEnded(token, .stopped, now: now, actions: &more)
                carryOut(more, now)
            }
        }
    }
}

/// The layout, as the prediction reads it: along the direction of the scroll.
struct Geometry: ScrollGeometry {
    let layout: any PreparedLayout

    func items(in span: Span) -> Range<Int> {
        layout.items(in: Rect(x: 0, y: span.top, width: layout.contentSize.width, height: span.height))
    }

    func span(ofItem flat: Int) -> Span {
        let frame = layout.frame(ofItem: flat)
        return Span(top: frame.minY, bottom: frame.maxY)
    }

    func row(ofItem flat: Int) -> (items: Range<Int>, span: Span) {
        let row = layout.row(ofItem: flat)
        return (row.items, Span(top: row.minY, bottom: row.maxY))
    }
}
