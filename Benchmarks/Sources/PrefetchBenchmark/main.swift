import Prefetching

// One line a case, for people and for Benchmarks/bench.py: items, policy, tiers, then µs.
for items in [10_000, 10_000_000] {
    for (policy, tiers, name) in [
        (PrefetchPolicy.predictive, PictureTiers.fullOnly, "full"),
        (.predictive, .previewFirst, "previews"),
        (.directional, .fullOnly, "full"),
    ] {
        var cost = EventCost(items: items, policy: policy, tiers: tiers)
        cost.run(traces: 25)
        let count = cost.microseconds.count
        let (median, late) = (cost.percentile(0.5), cost.percentile(0.99))
        func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
        print(
            "\(items) items, \(policy.rawValue), \(name): median \(text(median)) µs, p99 \(text(late)) µs, "
                + "\(cost.wants / count) wants an event, \(count) events")
    }
}
