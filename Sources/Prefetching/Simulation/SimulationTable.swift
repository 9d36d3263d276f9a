/// Policies side by side on the same traces: what `lookahead simulate` prints.
package struct SimulationTable: Sendable {
    package struct Row: Sendable {
        package var name: String
        package var total: SimulationResult
        package var byKind: [String: SimulationResult]
    }

    /// Kinds of traces, in the order in which they first came.
    package private(set) var kinds: [String] = []
    package private(set) var rows: [Row] = []
    private var none = SimulationResult(kind: "none")
    private var oracle = SimulationResult(kind: "oracle")

    /// Replays every trace under every policy; then under the predictive one with cost estimates that are within 30 %,
    /// and with previews; then under the oracle. Takes some ten milliseconds for each trace and row.
    package init(world: SimulatedWorld, traces: [ScrollTrace], policies: [PrefetchPolicy] = PrefetchPolicy.allCases) {
        for trace in traces where !kinds.contains(trace.kind) { kinds.append(trace.kind) }
        none = add("none", traces) { Self.simulate(world, $0, .none) }
        for policy in policies where policy != .none {
            add(policy.rawValue, traces) { Self.simulate(world, $0, policy) }
        }
        if policies.contains(.predictive) {
            var informed = world
            informed.costError = 0.3
            add("predictive, costs ± 30 %", traces) { Self.simulate(informed, $0, .predictive) }
            informed.previewShare = 0.15
            add("the same, previews first", traces) { Self.simulate(informed, $0, .predictive) }
        }
        oracle = add("oracle", traces) { SimulationOracle(world: world, trace: $0).run() }
    }

    package func gapClosed(_ row: Row) -> Double { row.total.gapClosed(none: none, oracle: oracle) }

    @discardableResult
    private mutating func add(
        _ name: String, _ traces: [ScrollTrace], _ run: (ScrollTrace) -> SimulationResult
    ) -> SimulationResult {
        var row = Row(name: name, total: SimulationResult(kind: "all"), byKind: [:])
        for trace in traces {
            let result = run(trace)
            row.total.add(result)
            row.byKind[trace.kind, default: SimulationResult(kind: trace.kind)].add(result)
        }
        rows.append(row)
        return row.total
    }

    private static func simulate(
        _ world: SimulatedWorld, _ trace: ScrollTrace, _ policy: PrefetchPolicy
    ) -> SimulationResult {
        var simulation = Simulation(world: world, trace: trace, policy: policy)
        return simulation.run()
    }
}

extension SimulationTable: CustomStringConvertible {
    package var description: String {
        let titles = [
            "policy", "blank %", "gap closed %", "empty %", "filled s", "p95 s", "wasted %", "stopped", "duplicates",
        ]
        var lines = [titles + kinds.map { $0 + " %" }]
        for row in rows {
            let total = row.total
            let fills = total.fillSeconds.sorted()
            let mean = fills.reduce(0, +) / Double(max(1, fills.count))
            let late = fills.isEmpty ? 0 : fills[min(fills.count - 1, Int(0.95 * Double(fills.count)))]
            let figures = [
                Self.number(total.blankShare * 100, 1), Self.number(gapClosed(row) * 100, 0),
                Self.number(total.emptyShare * 100, 1), Self.number(mean, 2), Self.number(late, 2),
                Self.number(total.wastedShare * 100, 0), String(total.stopped), String(total.duplicates),
            ]
            lines.append([row.name] + figures + kinds.map { Self.number((row.byKind[$0]?.blankShare ?? 0) * 100, 1) })
        }
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            line.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - line[column].count)
                return column == 0 ? line[column] + space : space + line[column]
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }

    /// With so many decimals, rounded.
    private static func number(_ value: Double, _ decimals: Int) -> String {
        let scale = decimals == 0 ? 1 : decimals == 1 ? 10 : 100
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(scaled) }
        let digits = String(scaled % scale)
        return sign + "\(scaled / scale)." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
