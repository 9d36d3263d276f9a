import Prefetching

/// Policies side by side on the same traces: what `lookahead simulate` prints.
package struct SimulationTable: Sendable {
    /// One row.
    package struct Entry: Sendable {
        enum Player: Sendable {
            case policy(PrefetchPolicy)
            case oracle(lookahead: Double)
        }

        package var name: String
        var player: Player
        var world: SimulatedWorld

        /// The loads of `world` are the same as those of the other entries.
        package static func policy(
            _ policy: PrefetchPolicy, _ world: SimulatedWorld, name: String? = nil
        ) -> Entry {
            Entry(name: name ?? policy.rawValue, player: .policy(policy), world: world)
        }

        package static func oracle(_ world: SimulatedWorld, lookahead: Double = .infinity) -> Entry {
            let seconds = lookahead.isFinite ? ", sees \(Figure.text(lookahead, decimals: 0)) s ahead" : ""
            return Entry(name: "oracle" + seconds, player: .oracle(lookahead: lookahead), world: world)
        }

        package func result(_ trace: ScrollTrace) -> SimulationResult {
            let world = world.holding(trace)
            switch player {
            case .policy(let policy):
                var simulation = Simulation(world: world, trace: trace, policy: policy)
                return simulation.run()
            case .oracle(let lookahead):
                return SimulationOracle(world: world, trace: trace, lookahead: lookahead).run()
            }
        }
    }

    package struct Row: Sendable {
        package var name: String
        package var total: SimulationResult
        package var byKind: [String: SimulationResult]
    }

    /// Kinds of traces, in the order in which they first came.
    package private(set) var kinds: [String] = []
    /// The first is `none`, the last the oracle that sees everything: the ends of the gap.
    package private(set) var rows: [Row]

    /// The rows of the full table: every policy; the predictive one with cost estimates that are within 30 %, with
    /// previews that are cheap, and with previews that cost what the picture does; the oracles.
    package static func entries(
        _ world: SimulatedWorld, policies: [PrefetchPolicy] = PrefetchPolicy.allCases
    ) -> [Entry] {
        var entries: [Entry] = [.policy(.none, world)]
        entries += policies.filter { $0 != .none }.map { .policy($0, world) }
        // Contents have neither costs of their own nor previews.
        if policies.contains(.predictive), world.batches == nil {
            var informed = world
            informed.costError = 0.3
            entries.append(.policy(.predictive, informed, name: Self.withCosts))
            informed.previews = .small(share: 0.15)
            entries.append(.policy(.predictive, informed, name: Self.withPreviews))
            informed.previews = .wholePicture
            entries.append(.policy(.predictive, informed, name: Self.withDearPreviews))
        }
        return entries + [.oracle(world, lookahead: 1), .oracle(world)]
    }

    package static let withCosts = "predictive, costs ± 30 %"
    package static let withPreviews = "the same, previews first"
    package static let withDearPreviews = "the same, previews at full cost"

    /// `results` are those of each trace, by entry.
    package init(_ entries: [Entry], results: [[SimulationResult]]) {
        rows = entries.map { Row(name: $0.name, total: SimulationResult(kind: "all"), byKind: [:]) }
        for results in results {
            for (index, result) in results.enumerated() {
                rows[index].total.add(result)
                rows[index].byKind[result.kind, default: SimulationResult(kind: result.kind)].add(result)
                if index == 0, !kinds.contains(result.kind) { kinds.append(result.kind) }
            }
        }
    }

    /// Replays every trace for every entry. Takes some ten milliseconds for each.
    package init(_ entries: [Entry], traces: [ScrollTrace]) {
        self.init(entries, results: traces.map { trace in entries.map { $0.result(trace) } })
    }

    package func row(_ name: String) -> Row? { rows.first { $0.name == name } }

    /// The part of the gap that a row closes, for a kind of traces or for all.
    package func gapClosed(_ row: Row, kind: String? = nil) -> Double {
        func result(_ row: Row) -> SimulationResult {
            kind.map { row.byKind[$0] ?? SimulationResult(kind: $0) } ?? row.total
        }
        return result(row).gapClosed(none: result(rows[0]), oracle: result(rows[rows.count - 1]))
    }
}

extension SimulationTable: CustomStringConvertible {
    private static let titles = [
        "blank %", "gap closed %", "no pixels %", "filled s", "p95 s", "wasted %", "stopped", "withdrawn", "loads",
        "duplicates",
    ]

    /// All kinds together, and the blanks of each kind beside them.
    package var description: String {
        var lines = [["policy"] + Self.titles + kinds.map { $0 + " %" }]
        for row in rows {
            let kinds = kinds.map { Figure.text((row.byKind[$0]?.blankShare ?? 0) * 100, decimals: 1) }
            lines.append([row.name] + Self.figures(row.total, gapClosed(row)) + kinds)
        }
        return Self.aligned(lines)
    }

    /// The same figures of one kind of trace alone.
    package func description(ofKind kind: String) -> String {
        var lines = [[kind] + Self.titles]
        for row in rows {
            guard let result = row.byKind[kind] else { continue }
            lines.append([row.name] + Self.figures(result, gapClosed(row, kind: kind)))
        }
        return Self.aligned(lines)
    }

    private static func figures(_ result: SimulationResult, _ gapClosed: Double) -> [String] {
        [
            Figure.text(result.blankShare * 100, decimals: 1), Figure.text(gapClosed * 100, decimals: 0),
            Figure.text(result.emptyShare * 100, decimals: 1), Figure.text(result.meanFill, decimals: 2),
            Figure.text(result.lateFill, decimals: 2), Figure.text(result.wastedShare * 100, decimals: 0),
            String(result.stopped), String(result.withdrawn), String(result.loads), String(result.duplicates),
        ]
    }

    /// Columns side by side, numbers to the right.
    private static func aligned(_ lines: [[String]]) -> String {
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            line.indices.map { column in
                let space = String(repeating: " ", count: widths[column] - line[column].count)
                return column == 0 ? line[column] + space : space + line[column]
            }.joined(separator: "  ")
        }.joined(separator: "\n")
    }
}

/// A number in a table.
enum Figure {
    /// With up to two decimals, rounded.
    static func text(_ value: Double, decimals: Int) -> String {
        guard value.isFinite else { return "–" }
        let scale = decimals == 0 ? 1 : decimals == 1 ? 10 : 100
        let scaled = Int((abs(value) * Double(scale)).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard decimals > 0 else { return sign + String(scaled) }
        let digits = String(scaled % scale)
        return sign + "\(scaled / scale)." + String(repeating: "0", count: decimals - digits.count) + digits
    }
}
