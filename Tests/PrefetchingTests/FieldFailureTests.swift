import Prefetching
import Testing

/// What goes wrong in grids in the field, each as a small scene that fails without its cure.
@Suite struct FieldFailureTests {
    let rows = Rows(columns: 8, pitch: 100, count: 100_000)

    /// A viewer at the scroll bar: sees each place for 50 ms.
    struct Scene {
        var harness = SchedulerHarness(loaders: 4) { $0.abandonment = .afterGrace(.milliseconds(100)) }
        var motion: ViewerMotion
        let rows: Rows
        var visible = 0..<0
        var ages: [LoadToken: Int] = [:]

        init(_ policy: PrefetchPolicy, _ rows: Rows) {
            motion = ViewerMotion(policy: policy)
            self.rows = rows
        }

        mutating func look(_ offset: Double, _ phase: ScrollPhase, velocity: Double = 0) {
            motion.observe(
                ScrollSample(
                    time: harness.now, offset: offset, viewportHeight: 600, contentHeight: rows.height,
                    velocity: velocity, phase: phase))
            let planned = motion.plan().items(in: rows)
            visible = planned.visible
            let wants = planned.items.map {
                Want(SchedulerHarness.key($0.flat), isVisible: $0.isVisible, isUrgent: $0.isUrgent, score: $0.score)
            }
            harness.run {
                $0.update(
                    viewer: SchedulerHarness.viewer(1), wants: wants, order: planned.order, now: $1, actions: &$2)
            }
        }

        /// 10 ms at a time; each load takes 100 ms.
        mutating func pass(_ seconds: Double) {
            for _ in 0..<Int((seconds * 100).rounded()) {
                harness.advance(0.01)
                for load in harness.running {
                    ages[load.token, default: 0] += 1
                    if ages[load.token]! >= 10 { harness.end(load.item) }
                }
            }
        }

        var isFilled: Bool { visible.allSatisfy { harness.state($0) == .ready } }
    }

    static let ours: [PrefetchPolicy] = [.nearest, .directional, .skewport, .predictive]

    @Test(arguments: ours)
    func `a jump to the end does not load what lies between`(policy: PrefetchPolicy) {
        var scene = Scene(policy, rows)
        scene.look(0, .settled)
        scene.pass(0.1)
        scene.look(rows.height - 600, .jump)
        let before = scene.harness.started.count
        scene.pass(0.2)
        let started = scene.harness.started.dropFirst(before)
        #expect(started.allSatisfy { $0 >= rows.count - 48 - 300 })
        #expect(started.prefix(4).allSatisfy { scene.visible.contains($0) })
    }

    @Test(arguments: ours)
    func `after a scroll-bar drag the view fills as fast as from a cold start`(policy: PrefetchPolicy) {
        var cold = Scene(policy, rows)
        cold.look(500_000, .settled)
        cold.pass(1.3)
        #expect(cold.isFilled)

        var scene = Scene(policy, rows)
        scene.look(0, .settled)
        for step in 1...40 {
            scene.pass(0.05)
            scene.look(Double(step) * 12_500, .scrubbing, velocity: 250_000)
        }
        scene.pass(0.05)
        scene.look(500_000, .settled)
        // One load's time more: what is being loaded when the thumb is released may finish.
        scene.pass(1.4)
        #expect(scene.isFilled)
    }

    @Test func `without prefetching nothing of what was flown over keeps a loader`() {
        var scene = Scene(.none, rows)
        for step in 0...40 {
            scene.look(Double(step) * 3_000, .scrubbing)
            scene.pass(0.05)
        }
        scene.pass(0.3)
        #expect(scene.harness.runningItems.allSatisfy { scene.visible.contains($0) })
    }

    @Test func `a reversal takes back what is running instead of loading it twice`() {
        var scene = Scene(.directional, rows)
        for offset in [0, 300, 600, 900, 500, 100, 500, 900.0] {
            scene.look(offset, .dragging, velocity: 1)
            scene.pass(0.05)
        }
        scene.pass(3)
        #expect(scene.harness.cancelled.isEmpty)
        #expect(Set(scene.harness.started).count == scene.harness.started.count)
    }
}
