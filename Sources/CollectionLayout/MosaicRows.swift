/// Frames of one block of a mosaic that keeps shapes: rows from edge to edge, of single pictures and of stacks of two.
///
/// A stack's two pictures are as wide as each other, so that a row of both kinds is filled without cutting anything. The ends of rows
/// are found by dynamic programming over the items, for a few heights of rows; the result whose heights add up nearest to
/// the block's is taken, and stretched to it.
struct MosaicRows: Sendable {
    /// In item order, integral.
    let frames: [Rect]

    /// How much a picture may be stretched or squeezed against its neighbours' height, before free space is left instead.
    static let usualStretch = 1.15
    /// Shapes beyond these are cut to them.
    static let shapes = 0.3...5.0
    /// Where the pictures of a stack would be too narrow, they are not stacked.
    private static let narrowestInStack = 0.75
    /// The tiles of a row that are stacks, from its start and then again.
    static let patterns = [[false, true], [true, false], [false, true, true], [false, false, true]]
    /// The heights that are tried, as shares of the preferred one.
    private static let trials = [1, 0.93, 1.07, 0.86, 1.15, 0.8, 1.25]

    /// - Parameters: as of `BlockLayout.frames`.
    /// - Complexity: O(items × tiles of a row).
    init(aspects: [Double], size: Size, rowHeight: Double, spacing: Double, isOpen: Bool) {
        let aspects = aspects.map { min(max($0, Self.shapes.lowerBound), Self.shapes.upperBound) }
        let width = max(1, size.width)
        if isOpen, let row = Self.openRow(aspects, Size(width: width, height: size.height), spacing) {
            frames = row
            return
        }
        let candidates = RowCandidates(
            aspects: aspects, width: width, rowHeight: rowHeight, spacing: spacing, patterns: Self.patterns,
            narrowestInStack: Self.narrowestInStack)
        var best: (error: Double, rows: [MosaicRow], share: Double) = (.infinity, [], 1)
        for trial in Self.trials {
            let (rows, cost) = candidates.rows(near: rowHeight * trial, isOpen: isOpen)
            let natural = rows.reduce(0) { $0 + $1.height }
            let share = max(1, size.height - spacing * Double(rows.count - 1)) / max(1, natural)
            let error = max(share, 1 / share) - 1 + 0.1 * cost / Double(rows.count)
            if error < best.error { best = (error, rows, share) }
        }
        frames = Self.frames(of: best.rows, share: best.share, size: Size(width: width, height: size.height), spacing)
    }

    /// Few pictures, side by side at the block's height or less, not blown up to the width; `nil` where they need more than one row.
    private static func openRow(_ aspects: [Double], _ size: Size, _ spacing: Double) -> [Rect]? {
        let free = size.width - spacing * Double(aspects.count - 1)
        let height = min(size.height, free / aspects.reduce(0, +)).rounded(.down)
        guard height >= size.height * 0.6 || aspects.count == 1 else { return nil }
        var x = 0.0
        return aspects.map { aspect in
            let right = max(x.rounded() + 1, min(size.width, (x + aspect * height).rounded()))
            defer { x += aspect * height + spacing }
            return Rect(x: x.rounded(), y: 0, width: right - x.rounded(), height: max(1, height))
        }
    }

    /// Rows one below the other, stretched by `share` in height, within bounds.
    private static func frames(of rows: [MosaicRow], share: Double, size: Size, _ spacing: Double) -> [Rect] {
        var frames: [Rect] = []
        let stretch = min(share, usualStretch)
        // Rows too tall for the block become narrower as well.
        let squeeze = min(1, share * usualStretch)
        var y = 0.0
        for row in rows {
            let top = y.rounded()
            let bottom = min(size.height, (y + row.height * stretch).rounded())
            let room = row.isFilled ? (size.width * squeeze).rounded() : size.width
            frames += row.frames(y: top, height: max(1, bottom - top), width: room, squeeze: squeeze, spacing: spacing)
            y += row.height * stretch + spacing
        }
        return frames
    }
}

/// A row's tiles.
struct MosaicRow: Sendable {
    /// A single picture, or a stack of two.
    struct Tile: Sendable {
        var first: Double
        /// The lower picture of a stack.
        var second: Double?

        /// Width ÷ height of the pictures alone.
        var aspect: Double {
            guard let second else { return first }
            return 1 / (1 / first + 1 / second)
        }
    }

    var tiles: [Tile]
    /// At which nothing is cut, in px.
    var height: Double
    /// Whether it ends at the right edge; only the last of a section may not.
    var isFilled: Bool

    /// The frames of the row's items, `y` being its top. A filled row is `width` px wide, another one at most, and as wide as the share
    /// `squeeze` of its natural width.
    func frames(y: Double, height: Double, width: Double, squeeze: Double, spacing: Double) -> [Rect] {
        let natural = tiles.reduce(-spacing) { $0 + self.width(of: $1, spacing) + spacing }
        let free = max(1, natural - spacing * Double(tiles.count - 1))
        let scale =
            isFilled ? max(0.01, width - spacing * Double(tiles.count - 1)) / free : min(squeeze, width / natural)
        var frames: [Rect] = []
        var x = 0.0
        for tile in tiles {
            let own = self.width(of: tile, spacing) * scale
            let left = x.rounded()
            let wide = max(1, min(width, (x + own).rounded()) - left)
            x += own + spacing
            guard let second = tile.second else {
                frames.append(Rect(x: left, y: y, width: wide, height: height))
                continue
            }
            let both = max(2, height - spacing)
            let upper = min(both - 1, max(1, (both * second / (tile.first + second)).rounded()))
            frames.append(Rect(x: left, y: y, width: wide, height: upper))
            let top = min(upper + spacing, height - 1)
            frames.append(Rect(x: left, y: y + top, width: wide, height: height - top))
        }
        return frames
    }

    private func width(of tile: Tile, _ spacing: Double) -> Double {
        tile.aspect * max(1, tile.second == nil ? height : height - spacing)
    }
}
