/// The rows that may begin at each item of a mosaic's block, and the best sequence of them.
struct RowCandidates {
    /// A row from one item up to another, which is not part of it.
    struct Candidate {
        var end: Int
        var pattern: Int
        var height: Double
    }

    let aspects: [Double]
    private let spacing: Double
    private let patterns: [[Bool]]
    private let narrowestInStack: Double
    /// By the row's first item.
    private(set) var candidates: [[Candidate]] = []

    /// The penalty of two rows of one pattern after each other: they look like columns.
    static let repetitionCost = 0.04

    init(
        aspects: [Double], width: Double, rowHeight: Double, spacing: Double, patterns: [[Bool]],
        narrowestInStack: Double
    ) {
        self.aspects = aspects
        self.spacing = spacing
        self.patterns = patterns
        self.narrowestInStack = narrowestInStack
        candidates = aspects.indices.map { start in
            patterns.indices.flatMap { candidates(from: start, pattern: $0, width: width, rowHeight: rowHeight) }
        }
    }

    /// The rows of least cost, where a row costs more the further it is from `height`.
    func rows(near height: Double, isOpen: Bool) -> (rows: [MosaicRow], cost: Double) {
        let (count, variants) = (aspects.count, patterns.count)
        var costs = [Double](repeating: .infinity, count: (count + 1) * variants)
        var origins = [(start: Int, pattern: Int, height: Double)](repeating: (0, 0, 0), count: (count + 1) * variants)
        for start in 0..<count {
            let before = start * variants
            guard start == 0 || costs[before..<before + variants].contains(where: { $0 < .infinity }) else { continue }
            for candidate in candidates[start] {
                var entry = (cost: start == 0 ? 0 : Double.infinity, pattern: candidate.pattern)
                if start > 0 {
                    for pattern in 0..<variants {
                        let cost = costs[before + pattern] + (pattern == candidate.pattern ? Self.repetitionCost : 0)
                        if cost < entry.cost { entry = (cost, pattern) }
                    }
                }
                let cost =
                    entry.cost + Self.cost(candidate.height, near: height, isEnd: isOpen && candidate.end == count)
                let place = candidate.end * variants + candidate.pattern
                if cost < costs[place] {
                    costs[place] = cost
                    origins[place] = (start, entry.pattern, candidate.height)
                }
            }
        }
        let last = (0..<variants).min { costs[count * variants + $0] < costs[count * variants + $1] } ?? 0
        var rows: [MosaicRow] = []
        var (end, pattern) = (count, last)
        while end > 0 {
            let origin = origins[end * variants + pattern]
            let isShort = isOpen && end == count && origin.height > height
            rows.append(
                MosaicRow(
                    tiles: tiles(from: origin.start, to: end, pattern: pattern),
                    height: isShort ? height : origin.height, isFilled: !isShort))
            (end, pattern) = (origin.start, origin.pattern)
        }
        return (rows.reversed(), costs[count * variants + last])
    }

    static func cost(_ natural: Double, near height: Double, isEnd: Bool) -> Double {
        if isEnd, natural > height { return 0.05 }
        let error = max(natural / height, height / natural) - 1
        return error * error
    }

    /// The rows of one pattern: from those that are far too tall to those that are too low.
    private func candidates(from start: Int, pattern: Int, width: Double, rowHeight: Double) -> [Candidate] {
        var found: [Candidate] = []
        var aspect = 0.0
        var stacks = 0.0
        var next = start
        var tiles = 0
        while next < aspects.count {
            let tile = tile(at: next, isStack: patterns[pattern][tiles % patterns[pattern].count])
            next += tile.second == nil ? 1 : 2
            tiles += 1
            aspect += tile.aspect
            if tile.second != nil { stacks += tile.aspect }
            let free = width - spacing * Double(tiles - 1) + spacing * stacks
            let height = max(1, free / aspect)
            let candidate = Candidate(end: next, pattern: pattern, height: height)
            // One that is far too tall is kept only while there is no other, so that the end is always reached.
            if height > rowHeight * 2.5 { found = [] }
            if height < rowHeight * 0.45, !found.isEmpty, next < aspects.count || height < rowHeight * 0.2 { break }
            found.append(candidate)
        }
        return found
    }

    private func tile(at item: Int, isStack: Bool) -> MosaicRow.Tile {
        let first = aspects[item]
        guard isStack, item + 1 < aspects.count, min(first, aspects[item + 1]) >= narrowestInStack else {
            return MosaicRow.Tile(first: first, second: nil)
        }
        return MosaicRow.Tile(first: first, second: aspects[item + 1])
    }

    private func tiles(from start: Int, to end: Int, pattern: Int) -> [MosaicRow.Tile] {
        var tiles: [MosaicRow.Tile] = []
        var next = start
        while next < end {
            let isStack = patterns[pattern][tiles.count % patterns[pattern].count]
            tiles.append(tile(at: next, isStack: isStack))
            next += tiles[tiles.count - 1].second == nil ? 1 : 2
        }
        return tiles
    }
}
