import Prefetching

/// Replays one trace through the product's own planning and scheduling on a virtual clock.
///
/// The page sends its events as the real one does: at most one in each interval, at once on a change of phase or
/// direction, one in flight, the newest wins. A loaded item stays loaded.
package struct Simulation {
    enum Event: Sendable {
        case frame(Int)
        case serverHears(ScrollSample, every: Int)
        case pageHears
        case loadEnds(LoadToken)
        /// All of a batch, the first one last.
        case batchEnds([LoadToken])
        case tick
    }

    /// One load that took a loader's time.
    struct Load: Sendable {
        let key: LoadKey
        let start: Double
        var end: Double
        var isStopped = false
        /// How many loads share its time.
        var batchCount = 1
    }

    let world: SimulatedWorld
    let trace: ScrollTrace
    var motion: ViewerMotion
    var scheduler: LoadScheduler
    var queue = TimeQueue<Event>()
    var loads: [Load] = []
    var running: [LoadToken: Int] = [:]
    /// When a key's bytes are at the browser.
    var arrivals: [LoadKey: Double] = [:]
    var page = Page()
    /// The filter and the items in view for which the server's last plan was made: one item in `every` is shown.
    private var every = 1
    private var visible: Set<UInt32> = []
    private(set) var stoppedInView = 0
    private let viewer = ViewerID(rawValue: 1)

    /// The page's memory between two frames.
    struct Page: Sendable {
        var sent: ScrollTrace.Frame?
        var isWaiting = false
        var current = 0
    }

    package init(
        world: SimulatedWorld, trace: ScrollTrace, policy: PrefetchPolicy,
        configuration: LoadConfiguration = LoadConfiguration()
    ) {
        self.world = world
        self.trace = trace
        self.motion = ViewerMotion(policy: policy)
        var configuration = configuration
        configuration.loaders = world.loaders
        configuration.firstCost = world.meanLoad
        self.scheduler = LoadScheduler(configuration: configuration)
    }

    /// Runs the whole trace and measures it.
    package mutating func run() -> SimulationResult {
        for index in trace.frames.indices { queue.push(.frame(index), at: trace.frames[index].time) }
        while let (time, event) = queue.pop() {
            guard time <= trace.duration else { break }
            handle(event, time)
        }
        for index in running.values { loads[index].end = trace.duration }
        return SimulationResult(self)
    }
}

extension Simulation {
    private mutating func handle(_ event: Event, _ time: Double) {
        let now = Instant(seconds: time)
        switch event {
        case .frame(let index):
            page.current = index
            sendIfDue(time)
        case .pageHears:
            page.isWaiting = false
            sendIfDue(time)
        case .serverHears(let sample, let shown):
            every = shown
            queue.push(.pageHears, at: time + world.delay)
            var sample = sample
            sample.time = now
            motion.observe(sample)
            updateWants(now)
        case .loadEnds(let token): end(token, time)
        case .batchEnds(let tokens):
            for token in tokens.reversed() { end(token, time) }
        case .tick:
            var actions: [LoadAction] = []
            scheduler.tick(now: now, actions: &actions)
            carryOut(actions, time)
        }
    }

    private mutating func end(_ token: LoadToken, _ time: Double) {
        guard let index = running.removeValue(forKey: token) else { return }
        loads[index].end = time
        var actions: [LoadAction] = []
        let made = made(by: loads[index].key)
        let end = scheduler.loadEnded(
            token, .loaded, byProduct: made.count > 1 ? made[1] : nil, now: Instant(seconds: time), actions: &actions)
        if end == .published(.ready) {
            for key in made where arrivals[key] == nil { arrivals[key] = time + world.delay }
        }
        carryOut(actions, time)
    }

    private mutating func sendIfDue(_ time: Double) {
        let frame = trace.frames[page.current]
        guard !page.isWaiting else { return }
        if let sent = page.sent {
            let isMoved = frame.offset != sent.offset
            let isTurned = frame.velocity * sent.velocity < 0
            let isSudden =
                frame.phase != sent.phase || frame.every != sent.every || isTurned || (isMoved && frame.phase == .jump)
            guard isSudden || (isMoved && time - sent.time >= world.eventInterval - 1e-9) else { return }
        }
        page.sent = frame
        page.isWaiting = true
        let sample = ScrollSample(
            time: .start, offset: frame.offset, viewportHeight: world.viewportHeight,
            contentHeight: world.showing(every: frame.every).contentHeight, velocity: frame.velocity,
            phase: frame.phase, decay: frame.decay, end: frame.end)
        queue.push(.serverHears(sample, every: frame.every), at: time + world.delay)
    }

    private mutating func updateWants(_ now: Instant) {
        let (world, every) = (world.showing(every: every), every)
        let learned = scheduler.costs.pictures(self.world.key(0, isPreview: false))
        let planned = motion.plan().items(in: world, tiers: world.previews == .none ? .fullOnly : .previewFirst) {
            learned.expected(.unknown, flat: $0, full: world.expectedSeconds($0 * every))
        }
        let wants = planned.items.map {
            Want(
                world.key($0.flat * every, isPreview: $0.isPreview), isVisible: $0.isVisible, isUrgent: $0.isUrgent,
                score: $0.score)
        }
        visible = Set(planned.visible.map { UInt32($0 * every) })
        var actions: [LoadAction] = []
        let arrivals = arrivals
        scheduler.update(
            viewer: viewer, wants: wants, order: planned.order, now: now,
            known: { arrivals[$0] != nil ? .ready : .unknown }, actions: &actions)
        carryOut(actions, Double(now.nanoseconds) / 1e9)
    }

    /// The renditions that a load makes, the requested one first.
    private func made(by key: LoadKey) -> [LoadKey] {
        guard world.previews == .wholePicture else { return [key] }
        return [key, world.key(Int(key.item), isPreview: !key.isPreview)]
    }

    private func loadSeconds(_ key: LoadKey) -> Double {
        let seconds = world.loadSeconds(Int(key.item))
        guard case .small(let share) = world.previews, key.isPreview else { return seconds }
        return seconds * share
    }

    private mutating func carryOut(_ actions: [LoadAction], _ time: Double) {
        var actions = actions[...]
        var batch: [LoadToken] = []
        while let action = actions.popFirst() {
            switch action {
            case .start(let key, let token):
                running[token] = loads.count
                loads.append(Load(key: key, start: time, end: time))
                guard let batches = world.batches else {
                    queue.push(.loadEnds(token), at: time + loadSeconds(key))
                    continue
                }
                // Those that come with it follow at once.
                batch.append(token)
                if case .start(_, let next)? = actions.first, scheduler.isRider(next) { continue }
                for token in batch { loads[running[token]!].batchCount = batch.count }
                queue.push(.batchEnds(batch), at: time + batches.call + batches.item * Double(batch.count))
                batch = []
            case .cancel(_, let token):
                guard let index = running.removeValue(forKey: token) else { continue }
                loads[index].isStopped = true
                if visible.contains(loads[index].key.item) { stoppedInView += 1 }
                loads[index].end = time
                var more: [LoadAction] = []
                scheduler.loadEnded(token, .stopped, now: Instant(seconds: time), actions: &more)
                actions.append(contentsOf: more)
            case .promote:
                break
            }
        }
        if let deadline = scheduler.nextDeadline {
            queue.push(.tick, at: max(time, Double(deadline.nanoseconds) / 1e9))
        }
    }
}
