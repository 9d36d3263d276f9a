import Glibc
import PrefetchSimulation
import Prefetching

/// What one range event costs in motion, plan and scheduler together: CPU time of this thread, so that other programs do
/// not count.
struct EventCost {
    private var world = SimulatedWorld()
    private let policy: PrefetchPolicy
    private let tiers: PictureTiers
    private(set) var microseconds: [Double] = []
    private(set) var wants = 0

    init(items: Int, policy: PrefetchPolicy, tiers: PictureTiers) {
        world.items = items
        self.policy = policy
        self.tiers = tiers
    }

    /// Replays traces, an event each 50 ms; items cost eight different times, and each load takes about 100 ms.
    mutating func run(traces count: Int) {
        let generator = TraceGenerator(
            seed: 1, contentHeight: world.contentHeight, viewportHeight: world.viewportHeight)
        for trace in generator.traces(count) { replay(trace) }
        microseconds.sort()
    }

    func percentile(_ share: Double) -> Double {
        microseconds[min(microseconds.count - 1, Int(share * Double(microseconds.count)))]
    }

    private mutating func replay(_ trace: ScrollTrace) {
        var configuration = LoadConfiguration()
        configuration.loaders = world.loaders
        var scheduler = LoadScheduler(configuration: configuration)
        var motion = ViewerMotion(policy: policy)
        var running: [(token: LoadToken, key: LoadKey)] = []
        var ready: Set<LoadKey> = []
        let world = world
        for index in stride(from: 0, to: trace.frames.count, by: 3) {
            let frame = trace.frames[index]
            let now = Instant(seconds: frame.time)
            var actions: [LoadAction] = []
            let ended = running
            running = []
            for load in ended {
                scheduler.loadEnded(load.token, .loaded, now: now, actions: &actions)
                ready.insert(load.key)
            }
            let sample = ScrollSample(
                time: now, offset: frame.offset, viewportHeight: world.viewportHeight,
                contentHeight: world.contentHeight, velocity: frame.velocity, phase: frame.phase, decay: frame.decay,
                end: frame.end)
            let began = Self.threadSeconds
            motion.observe(sample)
            let planned = motion.plan().items(
                in: world, tiers: tiers, cost: { PictureCost(full: 0.02 + 0.02 * Double($0 * 7 % 8)) })
            let wants = planned.items.map { item in
                let full = LoadKey(collection: 1, item: UInt32(item.flat), rendition: 1)
                return Want(
                    item.isPreview ? full.preview : full, isVisible: item.isVisible, isUrgent: item.isUrgent,
                    score: item.score)
            }
            scheduler.update(
                viewer: ViewerID(rawValue: 1), wants: wants, order: planned.order, now: now,
                known: { ready.contains($0) ? .ready : .unknown }, actions: &actions)
            microseconds.append((Self.threadSeconds - began) * 1e6)
            self.wants += wants.count
            for action in actions {
                switch action {
                case .start(let key, let token): running.append((token, key))
                case .cancel(_, let token): running.removeAll { $0.token == token }
                case .promote: break
                }
            }
        }
    }

    private static var threadSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
