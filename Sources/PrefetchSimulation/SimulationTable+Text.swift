import Prefetching

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
