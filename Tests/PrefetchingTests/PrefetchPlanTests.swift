import Testing

@testable import Prefetching

/// Rows of equal height, with the same number of items.
struct Rows: ScrollGeometry {
    var columns = 4
    var pitch = 100.0
    var count = 100_000

    func items(in span: Span) -> Range<Int> {
        let rows = Double((count + columns - 1) / columns)
        let first = min(max((span.top / pitch).rounded(.down), 0), rows)
        let last = min(max((span.bottom / pitch).rounded(.up), first), rows)
        return min(Int(first) * columns, count)..<min(Int(last) * columns, count)
    }

    func span(ofItem flat: Int) -> Span {
        Span(top: Double(flat / columns) * pitch, bottom: Double(flat / columns) * pitch + pitch)
    }

    func row(ofItem flat: Int) -> (items: Range<Int>, span: Span) {
        let first = flat / columns * columns
        return (first..<min(first + columns, count), span(ofItem: flat))
    }

    var height: Double { Double((count + columns - 1) / columns) * pitch }
}

@Suite struct PrefetchPlanTests {
    let rows = Rows()

    /// Offsets visited one after another, 50 ms apart.
    func plan(_ policy: PrefetchPolicy, _ offsets: Double..., velocity: Double = 0) -> PlannedItems {
        var motion = ViewerMotion(policy: policy)
        for (number, offset) in offsets.enumerated() {
            motion.observe(
                ScrollSample(
                    time: Instant(seconds: Double(number) * 0.05), offset: offset, viewportHeight: 600,
                    contentHeight: rows.height, velocity: velocity, phase: velocity == 0 ? .settled : .dragging))
        }
        return motion.plan().items(in: rows)
    }

    @Test(arguments: PrefetchPolicy.allCases)
    func `another reach stretches what is loaded ahead, and no more`(policy: PrefetchPolicy) {
        func ahead(_ reach: Double) -> ClosedRange<Int> {
            var motion = ViewerMotion(policy: policy, reach: reach)
            // A push that goes far, then slows down.
            for number in 0..<8 {
                motion.observe(
                    ScrollSample(
                        time: Instant(seconds: Double(number) * 0.05), offset: 50_000 + Double(number) * 300,
                        viewportHeight: 600, contentHeight: rows.height, velocity: 6000, phase: .decelerating,
                        decay: 0.5
                    ))
            }
            let items = motion.plan().items(in: rows).items
            return items.map(\.flat).min()!...items.map(\.flat).max()!
        }
        let (short, usual, long) = (ahead(0.25), ahead(1), ahead(2))
        guard policy != .none else {
            #expect(short == usual && usual == long)
            return
        }
        #expect(usual.contains(short.lowerBound) && usual.contains(short.upperBound), "\(short) in \(usual)")
        #expect(long.contains(usual.lowerBound) && long.contains(usual.upperBound), "\(usual) in \(long)")
        #expect(short.count < usual.count && usual.count < long.count, "\(short) \(usual) \(long)")
    }

    func ahead(_ planned: PlannedItems) -> [Int] { planned.items.filter { !$0.isVisible }.map(\.flat) }

    @Test(arguments: PrefetchPolicy.allCases)
    func `what is in view is wanted first, nothing twice, all within the content`(policy: PrefetchPolicy) {
        for offsets in [[0.0], [0, 50], [5000, 5120], [5000, 4800], [rows.height, rows.height - 700]] {
            var motion = ViewerMotion(policy: policy)
            for (number, offset) in offsets.enumerated() {
                motion.observe(
                    ScrollSample(
                        time: Instant(seconds: Double(number) * 0.05), offset: offset, viewportHeight: 600,
                        contentHeight: rows.height))
            }
            let planned = motion.plan().items(in: rows)
            let flats = planned.items.map(\.flat)
            #expect(Set(flats).count == flats.count)
            #expect(flats.allSatisfy { (0..<rows.count).contains($0) })
            #expect(Set(planned.visible).isSubset(of: flats))
            #expect(planned.items.filter(\.isVisible).map(\.flat).sorted() == Array(planned.visible))
            #expect(planned.window.lowerBound <= planned.visible.lowerBound)
            #expect(planned.window.upperBound >= planned.visible.upperBound)
        }
    }

    @Test func `none loads what is in view and nothing else`() {
        #expect(ahead(plan(.none, 5000, 5100)).isEmpty)
    }

    @Test func `the fixed window lies ahead of the motion only`() {
        let down = ahead(plan(.fixedWindow, 5000, 5100))
        #expect(down.allSatisfy { $0 >= 57 * 4 } && down.count == 5 * 4)
        let up = ahead(plan(.fixedWindow, 5000, 4900))
        #expect(up.allSatisfy { $0 < 49 * 4 } && up.count == 5 * 4)
    }

    @Test func `nearest goes outwards on both sides`() {
        let flats = ahead(plan(.nearest, 5000))
        #expect(flats.count == 2 * 15 * 4)
        let distances = flats.map { Span(top: 5000, bottom: 5600).distance(to: rows.span(ofItem: $0)) }
        #expect(distances == distances.sorted())
    }

    @Test func `before the first scroll prediction loads a screen and a half below the view and a quarter above it`() {
        func ahead(_ reach: Double, then sample: ScrollSample? = nil) -> [Int] {
            var motion = ViewerMotion(policy: .predictive, reach: reach)
            motion.observe(
                ScrollSample(time: .start, offset: 5000, viewportHeight: 600, contentHeight: rows.height))
            if let sample { motion.observe(sample) }
            return self.ahead(motion.plan().items(in: rows))
        }
        func rowsAhead(_ reach: Double) -> Set<Int> { Set(ahead(reach).map { $0 / 4 }) }
        // Rows 50 to 55 are in view; what a bound cuts is loaded whole.
        #expect(rowsAhead(1) == Set(48..<50).union(56..<65))
        #expect(rowsAhead(2) == Set(47..<50).union(56..<74))
        func last(_ offset: Double, _ phase: ScrollPhase, velocity: Double = 0) -> Int? {
            ahead(
                1,
                then: ScrollSample(
                    time: Instant(seconds: 3), offset: offset, viewportHeight: 600, contentHeight: rows.height,
                    velocity: velocity, phase: phase)
            ).max().map { $0 / 4 }
        }
        #expect(last(5000, .settled) == 64, "it still rests")
        #expect(last(5001, .settled)! > 64, "it has moved")
        #expect(last(5000, .dragging, velocity: 2000)! > 64, "it is about to move")
    }

    @Test func `directional has more ahead than behind, and little before the first scroll`() {
        let resting = ahead(plan(.directional, 5000))
        #expect(resting.count == 2 * 2 * 4)
        let down = ahead(plan(.directional, 4900, 5000))
        #expect(down.count { $0 > 56 * 4 - 1 } == 15 * 4)
        #expect(down.count { $0 < 50 * 4 } == 9 * 4)
        #expect(down.prefix(9 * 4).allSatisfy { (47 * 4..<62 * 4).contains($0) }, "the inner ring goes first")
    }

    @Test func `direction is the majority of the last five motions`() {
        let down = ahead(plan(.fixedWindow, 5000, 5100, 5200, 5300, 5250))
        #expect(down.allSatisfy { $0 >= 58 * 4 })
    }

    @Test func `a jump forgets which way it went before`() {
        var motion = ViewerMotion(policy: .fixedWindow)
        func go(_ time: Double, _ offset: Double, _ phase: ScrollPhase) {
            motion.observe(
                ScrollSample(
                    time: Instant(seconds: time), offset: offset, viewportHeight: 600, contentHeight: rows.height,
                    phase: phase))
        }
        for (number, offset) in [5000, 4900, 4800, 4700, 4600.0].enumerated() {
            go(Double(number) * 0.05, offset, .dragging)
        }
        go(1, 90_000, .jump)
        go(1.05, 90_100, .dragging)
        #expect(ahead(motion.plan().items(in: rows)).allSatisfy { $0 >= 907 * 4 })
    }

    @Test func `the skewport stretches with the speed, up to 2000 px`() {
        let slow = plan(.skewport, 4900, 5000, velocity: 500)
        let fast = plan(.skewport, 4900, 5000, velocity: 50_000)
        func inner(_ planned: PlannedItems) -> Int {
            // The inner ring of a downward motion ends where the walk turns to what lies above for good.
            planned.items.firstIndex { $0.flat < 49 * 4 } ?? planned.items.count
        }
        #expect(inner(slow) < inner(fast))
        #expect(inner(fast) <= (6 + 20 + 1 + 1) * 4)
    }

    @Test func `an older event than the last is not heard`() {
        var motion = ViewerMotion(policy: .none)
        for (time, offset) in [(1.0, 500.0), (0.9, 100.0)] {
            motion.observe(
                ScrollSample(
                    time: Instant(seconds: time), offset: offset, viewportHeight: 600, contentHeight: rows.height))
        }
        #expect(motion.plan().visible.top == 500)
    }

    @Test(arguments: PrefetchPolicy.allCases)
    func `numbers that no page sends never trap`(policy: PrefetchPolicy) {
        let odd = [Double.nan, .infinity, -.infinity, -1, 0, 1e300, 5]
        var motion = ViewerMotion(policy: policy)
        var time = 0.0
        for a in odd {
            for b in odd {
                for phase in ScrollPhase.allCases {
                    time += 0.05
                    motion.observe(
                        ScrollSample(
                            time: Instant(seconds: time), offset: a, viewportHeight: b, contentHeight: b * 3,
                            velocity: a, phase: phase, decay: b, end: a))
                    let planned = motion.plan().items(in: rows)
                    #expect(planned.items.count <= 4000)
                }
            }
        }
    }

    @Test func `of more than a plan holds the farthest are left out`() {
        let ranges = [0..<900, 1000..<3000, 5000..<6000]
        let kept = PrefetchPlan.nearest(ranges, around: 2000..<2500)
        #expect(kept.reduce(0) { $0 + $1.count } == PrefetchPlan.itemLimit)
        #expect(kept.contains(2000..<2500))
        let flats = kept.flatMap(Array.init)
        #expect(flats == flats.sorted() && Set(flats).count == flats.count)
        let all = ranges.flatMap(Array.init)
        for flat in all where !flats.contains(flat) {
            let isFarther = flat < 2000 ? flat < flats[0] : flat > flats[flats.count - 1]
            #expect(isFarther, "\(flat) is nearer than what was kept")
        }
        #expect(PrefetchPlan.nearest([0..<10], around: 2..<4) == [0..<10])
        #expect(PrefetchPlan.nearest([0..<9000], around: 0..<9000) == [0..<PrefetchPlan.itemLimit])
    }

    @Test func `the items of a row are scored as if each were asked alone`() {
        /// The same rows, but each item says its own span only.
        struct Alone: ScrollGeometry {
            var rows: Rows
            func items(in span: Span) -> Range<Int> { rows.items(in: span) }
            func span(ofItem flat: Int) -> Span { rows.span(ofItem: flat) }
        }
        for velocity in [-3000.0, 0, 400, 9000] {
            var motion = ViewerMotion()
            for step in 0..<3 {
                motion.observe(
                    ScrollSample(
                        time: Instant(seconds: Double(step) * 0.05), offset: 50_000 + Double(step) * velocity * 0.05,
                        viewportHeight: 600, contentHeight: rows.height, velocity: velocity,
                        phase: velocity == 0 ? .settled : .dragging))
            }
            let cost = { (flat: Int) in PictureCost(full: flat % 7 == 0 ? 0.4 : 0.08) }
            for tiers in [PictureTiers.fullOnly, .previewFirst] {
                let planned = motion.plan().items(in: rows, tiers: tiers, cost: cost)
                #expect(planned == motion.plan().items(in: Alone(rows: rows), tiers: tiers, cost: cost))
                #expect(planned.items.count > 20)
            }
        }
    }

    @Test
    func
        `with previews only what nothing is seen of is urgent, and the next page's previews come before full pictures`()
    {
        var motion = ViewerMotion()
        for step in 0..<4 {
            motion.observe(
                ScrollSample(
                    time: Instant(seconds: Double(step) * 0.5), offset: 50_000 + Double(step) * 540,
                    viewportHeight: 600,
                    contentHeight: rows.height, phase: .keys))
        }
        let planned = motion.plan().items(in: rows, tiers: .previewFirst) { _ in PictureCost(full: 0.07) }
        let urgent = planned.items.filter(\.isUrgent)
        #expect(!urgent.isEmpty && urgent.allSatisfy { $0.isPreview && $0.isVisible })
        let next = planned.visible.upperBound..<planned.visible.upperBound + planned.visible.count / 2
        let comingPreviews = planned.items.filter { $0.isPreview && next.contains($0.flat) }
        let bestFull = planned.items.filter { !$0.isPreview }.map(\.score).max() ?? 0
        #expect(comingPreviews.count == next.count && comingPreviews.allSatisfy { $0.score > bestFull })
        // Where a preview costs what the picture does it comes out of that, whatever the policy.
        for policy in [PrefetchPolicy.predictive, .nearest] {
            motion.policy = policy
            let dear = motion.plan().items(in: rows, tiers: .previewFirst) { _ in
                PictureCost(full: 0.07, preview: 0.07)
            }
            #expect(dear == motion.plan().items(in: rows) { _ in PictureCost(full: 0.07) })
        }
        motion.policy = .predictive
        // With one tier the full picture is what is missing.
        let single = motion.plan().items(in: rows, cost: { _ in PictureCost(full: 0.07) })
        #expect(single.items.allSatisfy { $0.isUrgent == $0.isVisible })
    }

    @Test func `ten million tiny cells make no longer list than a few`() {
        let tiny = Rows(columns: 400, pitch: 1, count: 10_000_000)
        var motion = ViewerMotion(policy: .nearest)
        motion.observe(
            ScrollSample(
                time: .start, offset: 9000, viewportHeight: 4000, contentHeight: tiny.height))
        #expect(motion.plan().items(in: tiny).items.count <= 1500)
    }
}
