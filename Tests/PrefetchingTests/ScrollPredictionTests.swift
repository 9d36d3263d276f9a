import Prefetching
import Testing

@Suite struct ScrollPredictionTests {
    let rows = Rows(columns: 1, pitch: 100, count: 100_000)

    func sample(
        _ time: Double, _ offset: Double, velocity: Double = 0, phase: ScrollPhase = .settled, decay: Double? = nil,
        end: Double? = nil
    ) -> ScrollSample {
        ScrollSample(
            time: Instant(seconds: time), offset: offset, viewportHeight: 600, contentHeight: rows.height,
            velocity: velocity, phase: phase, decay: decay, end: end)
    }

    func futures(_ samples: ScrollSample...) throws -> ScrollFutures {
        var prediction = ScrollPrediction()
        for sample in samples { prediction.observe(sample) }
        return try #require(prediction.futures())
    }

    @Test func `before the first event there is nothing to predict`() {
        #expect(ScrollPrediction().futures() == nil)
    }

    @Test(arguments: ScrollPhase.allCases)
    func `the weights of all futures sum to one`(phase: ScrollPhase) throws {
        for velocity in [-5000.0, -300, 0, 300, 5000] {
            let futures = try futures(sample(0, 50_000), sample(0.05, 50_100, velocity: velocity, phase: phase))
            #expect(abs(futures.totalWeight - 1) < 0.001)
        }
    }

    @Test func `the end of a fling is worth more than what is flown over`() throws {
        let futures = try futures(
            sample(0, 50_000, velocity: 6000, phase: .dragging),
            sample(0.05, 50_300, velocity: 6000, phase: .decelerating, decay: 2, end: 53_300))
        let over = futures.use(of: Span(top: 51_000, bottom: 51_100), after: 0.1)
        let end = futures.use(of: Span(top: 53_500, bottom: 53_600), after: 0.1)
        let behind = futures.use(of: Span(top: 49_000, bottom: 49_100), after: 0.1)
        #expect(end > over && over > behind)
    }

    @Test func `what is in view but will be gone before it is loaded is worth little`() throws {
        let futures = try futures(
            sample(0, 50_000, velocity: 10_000, phase: .dragging),
            sample(0.05, 51_000, velocity: 10_000, phase: .decelerating, decay: 2, end: 56_000))
        let leaving = futures.use(of: Span(top: 51_000, bottom: 51_100), after: 1)
        let coming = futures.use(of: Span(top: 55_900, bottom: 56_000), after: 1)
        #expect(leaving < 0.3 * coming)
    }

    /// Pages of the view's own height, a key each.
    private func run(of keys: Int, every seconds: Double, at once: Int = 1) -> [ScrollSample] {
        (0...keys / once).map { event in
            let keys = Double(event * once)
            return sample(keys * seconds, 12_000 + keys * 600, phase: event == 0 ? .settled : .keys)
        }
    }

    private func page(_ number: Int) -> Span {
        Span(top: 12_000 + Double(number) * 600, bottom: 12_600 + Double(number) * 600)
    }

    @Test(arguments: [(0.25, 1), (0.08, 1), (0.08, 3), (0.033, 2)])
    func `a run of keys goes on at its own pace`(pause: Double, at once: Int) throws {
        var prediction = ScrollPrediction()
        for sample in run(of: 24, every: pause, at: once) { prediction.observe(sample) }
        let futures = try #require(prediction.futures())
        // After four keys' time, the page that will be in view is worth more than the one that is, and than one that it will have left.
        let uses = (24...30).map { futures.use(of: page($0), after: 4 * pause) }
        let best = try #require(uses.indices.max { uses[$0] < uses[$1] })
        #expect((3...6).contains(best), "\(uses)")
        #expect(uses[0] < 0.15 && uses[best] > 1.2 * uses[0], "\(uses)")
    }

    @Test func `a run that has ended is a rest`() throws {
        var prediction = ScrollPrediction()
        for sample in run(of: 24, every: 0.25) { prediction.observe(sample) }
        prediction.observe(sample(24 * 0.25 + 0.6, 12_000 + 24 * 600))
        let futures = try #require(prediction.futures())
        #expect(futures.use(of: page(24), after: 0.46) > 0.2)
        #expect(futures.use(of: page(24), after: 0.46) > futures.use(of: page(25), after: 0.46))
    }

    @Test func `the use of a stretch is the sum over futures and moments, written out`() throws {
        let futures = try futures(
            sample(0, 50_000, velocity: 3000, phase: .dragging),
            sample(0.05, 50_150, velocity: 3000, phase: .decelerating, decay: 2.2, end: 51_500))
        for top in stride(from: 48_000.0, to: 54_000, by: 90) {
            for delay in [0.02, 0.08, 0.32, 1.28] {
                let span = Span(top: top, bottom: top + 100)
                let slow = futures.slowUse(of: span, after: delay)
                #expect(abs(Double(futures.use(of: span, after: delay)) - slow) < 0.001)
            }
        }
    }

    @Test func `one motion across the whole collection does not spoil what is expected next`() throws {
        let futures = try futures(
            sample(0, 0), sample(0.05, 3_000_000, velocity: 100, phase: .wheel), sample(0.1, 3_000_000),
            sample(2, 3_000_000))
        let near = futures.use(of: Span(top: 3_000_700, bottom: 3_000_800), after: 0.1)
        let far = futures.use(of: Span(top: 3_005_000, bottom: 3_005_100), after: 0.1)
        #expect(near > far && near > 0)
    }

    @Test func `a viewer that often turns round is expected to turn round`() throws {
        func behindAtRest(turning: Bool) throws -> Float {
            var prediction = ScrollPrediction()
            var (time, offset) = (0.0, 50_000.0)
            for motion in 0..<30 {
                let sign = turning && motion.isMultiple(of: 2) ? -1.0 : 1.0
                for _ in 0..<5 {
                    time += 0.05
                    offset += 100 * sign
                    prediction.observe(sample(time, offset, velocity: 2000 * sign, phase: .dragging))
                }
                time += 0.05
                prediction.observe(sample(time, offset))
                time += 1
            }
            let futures = try #require(prediction.futures())
            return futures.use(of: Span(top: offset - 200, bottom: offset - 100), after: 0.1)
        }
        let (turning, straight) = (try behindAtRest(turning: true), try behindAtRest(turning: false))
        #expect(turning > 1.5 * straight)
    }

    @Test func `however fast the motion, one event names items near the view only`() {
        for phase in ScrollPhase.allCases {
            for velocity in [-1e6, -20_000, 20_000, 1e6] {
                var motion = ViewerMotion(policy: .predictive)
                motion.observe(sample(0, 5_000_000))
                motion.observe(sample(0.05, 5_000_900, velocity: velocity, phase: phase, decay: 1, end: 9_000_000))
                let flats = motion.plan().items(in: rows).items.map(\.flat)
                #expect((flats.max() ?? 0) - (flats.min() ?? 0) <= 25 * 6 + 2)
            }
        }
    }

    @Test func `a rounding error of the velocity is no motion`() {
        let still = sample(0, 1000, velocity: -1e-9, phase: .keys)
        #expect(still.velocity == 0)
        #expect(sample(0, 1000, velocity: -2, phase: .keys).velocity == -2)
    }

    @Test func `while the scroll bar flies only previews are asked for`() {
        func previews(velocity: Double) -> (previews: Int, fulls: Int) {
            var motion = ViewerMotion(policy: .predictive)
            motion.observe(sample(0, 500_000))
            motion.observe(sample(0.05, 500_900, velocity: velocity, phase: .scrubbing))
            let items = motion.plan().items(in: rows, tiers: .previewFirst).items
            return (items.count { $0.isPreview }, items.count { !$0.isPreview })
        }
        #expect(previews(velocity: 50_000).fulls == 0 && previews(velocity: 50_000).previews > 0)
        #expect(previews(velocity: 500).fulls > 0)
    }

    @Test func `at rest what is in view is urgent and all of it goes first`() {
        var motion = ViewerMotion(policy: .predictive)
        motion.observe(sample(0, 50_000))
        let planned = motion.plan().items(in: rows, cost: { PictureCost(full: $0.isMultiple(of: 2) ? 0.5 : 0.05) })
        #expect(planned.items.allSatisfy { $0.isUrgent || !$0.isVisible })
        #expect(planned.items.contains { !$0.isVisible })
        let least = planned.items.filter(\.isVisible).map(\.score).min() ?? 0
        #expect(least > 0)
    }

    @Test func `what is flown over is in view but not urgent`() {
        var motion = ViewerMotion(policy: .predictive)
        motion.observe(sample(0, 50_000, velocity: 8000, phase: .dragging))
        motion.observe(sample(0.05, 50_400, velocity: 8000, phase: .decelerating, decay: 2))
        let planned = motion.plan().items(in: rows, cost: { _ in PictureCost(full: 0.5) })
        let visible = planned.items.filter(\.isVisible)
        #expect(!visible.isEmpty && visible.allSatisfy { !$0.isUrgent })
    }

    @Test func `the cheaper of two that are as likely goes first`() {
        var motion = ViewerMotion(policy: .predictive)
        motion.observe(sample(0, 50_000))
        let two = Rows(columns: 2, pitch: 100, count: 100_000)
        let planned = motion.plan().items(in: two, cost: { PictureCost(full: $0.isMultiple(of: 2) ? 0.4 : 0.1) })
        let scores = Dictionary(uniqueKeysWithValues: planned.items.map { ($0.flat, $0.score) })
        for flat in planned.visible where flat.isMultiple(of: 2) { #expect(scores[flat + 1]! > scores[flat]!) }
    }

    @Test func `with two tiers each preview goes before its full picture`() {
        for policy in PrefetchPolicy.allCases {
            var motion = ViewerMotion(policy: policy)
            motion.observe(sample(0, 50_000))
            motion.observe(sample(0.05, 50_200, velocity: 1000, phase: .dragging))
            let planned = motion.plan().items(in: rows, tiers: .previewFirst)
            let ordered = planned.items.sorted { $0.score > $1.score }
            for flat in Set(planned.items.map(\.flat)) {
                let preview = ordered.firstIndex { $0.flat == flat && $0.isPreview }
                let full = ordered.firstIndex { $0.flat == flat && !$0.isPreview }
                if let full { #expect(preview != nil && preview! < full) }
            }
        }
    }
}

/// A wheel with steps, whose end the page knows.
extension ScrollPredictionTests {
    private func burst(of steps: Int, at offset: Double = 50_000) throws -> ScrollFutures {
        var prediction = ScrollPrediction()
        prediction.observe(sample(0, offset))
        for step in 0..<steps {
            let time = 1 + 0.1 * Double(step)
            prediction.observe(
                sample(
                    time, offset + 100 * Double(step), velocity: step == 0 ? 0 : 1000, phase: .wheel,
                    end: offset + 100 * Double(step + 1)))
        }
        return try #require(prediction.futures())
    }

    @Test func `where a step ends is worth the most, then what another would show, then what is behind`() throws {
        let futures = try burst(of: 1)
        let next = futures.use(of: Span(top: 50_600, bottom: 50_700), after: 0.1)
        let beyond = futures.use(of: Span(top: 50_700, bottom: 50_800), after: 0.1)
        let behind = futures.use(of: Span(top: 49_900, bottom: 50_000), after: 0.1)
        #expect(next > beyond && beyond > behind && behind > 0)
        #expect(next > 0.9 * futures.use(of: Span(top: 50_300, bottom: 50_400), after: 0.1))
    }

    @Test func `a burst that is longer than usual is expected to go on for longer`() throws {
        func far(_ steps: Int) throws -> Float {
            let end = 50_000 + 100 * Double(steps)
            return try burst(of: steps).use(of: Span(top: end + 2400, bottom: end + 2500), after: 0.1)
        }
        #expect(try far(40) > far(3))
    }

    @Test func `each stretch ahead of a wheel at rest is worth less than the one before it`() throws {
        var prediction = ScrollPrediction()
        prediction.observe(sample(0, 50_000))
        prediction.observe(sample(1, 50_000, phase: .wheel, end: 50_100))
        prediction.observe(sample(1.2, 50_100, velocity: 300, phase: .wheel, end: 50_100))
        prediction.observe(sample(1.4, 50_100))
        let futures = try #require(prediction.futures())
        #expect(abs(futures.totalWeight - 1) < 0.001)
        let uses = (0..<8).map { row in
            futures.use(of: Span(top: 50_700 + 100 * Double(row), bottom: 50_800 + 100 * Double(row)), after: 0.1)
        }
        #expect(zip(uses, uses.dropFirst()).allSatisfy { $0 >= $1 } && uses[7] > 0)
        let behind = futures.use(of: Span(top: 50_000, bottom: 50_100), after: 0.1)
        #expect(behind < uses[0])
    }

    @Test func `the weights of all futures of a step sum to one`() throws {
        for steps in [1, 2, 9] { #expect(abs(try burst(of: steps).totalWeight - 1) < 0.001) }
    }

    @Test func `what a wheel has stopped at is urgent, however far its bursts go`() {
        var motion = ViewerMotion(policy: .predictive)
        var offset = 50_000.0
        for burst in 0..<20 {
            let time = Double(burst)
            motion.observe(sample(time, offset, phase: .wheel, end: offset + 3000))
            offset += 3000
            motion.observe(sample(time + 0.3, offset, velocity: 4000, phase: .wheel, end: offset))
            motion.observe(sample(time + 0.5, offset))
        }
        let visible = motion.plan().items(in: rows).items.filter(\.isVisible)
        #expect(visible.count == 6 && visible.allSatisfy(\.isUrgent))
    }
}
