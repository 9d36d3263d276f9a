import GridEngine
import SeededRandom

/// Any number of made-up items with small painted pictures that cost hardly any work, so that a made-up load time is all
/// that a load takes: what prefetching is measured with. Identifiers are those of `NumberedItems`.
package struct PaintedItems: ItemSource, SmallOriginals {
    /// The size of every picture, that of small cells, so that it is only encoded.
    static let size = (width: 213, height: 160)
    private static let smallSize = (width: 64, height: 48)

    package let id = "items"
    package let title = "Items"
    package var capabilities: Capabilities { numbered.capabilities }
    package var abilities: SourceAbilities {
        SourceAbilities(smallOriginals: self, plainRevision: NumberedItems.revision)
    }
    private let numbered: NumberedItems

    package init(count: Int) {
        numbered = NumberedItems(count: count)
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        try numbered.list(cancellation: cancellation, progress: progress)
    }

    package func item(_ id: String) -> SourceItem? {
        guard numbered.item(id) != nil else { return nil }
        return SourceItem(
            id: id, title: id, revision: NumberedItems.revision, width: Self.size.width, height: Self.size.height)
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        try paint(id, Self.size.width, Self.size.height)
    }

    package func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? {
        try paint(id, Self.smallSize.width, Self.smallSize.height)
    }

    /// A gradient of two colours, and a disc: enough to distinguish items.
    private func paint(_ id: String, _ width: Int, _ height: Int) throws(LoadFailure) -> Original {
        guard numbered.item(id) != nil, let number = UInt64(id) else { throw .missing }
        var random = SeededRandom(seed: number)
        func channel() -> Int32 { 40 + Int32(random.next() % 176) }
        func colour() -> SIMD3<Int32> { SIMD3(channel(), channel(), channel()) }
        let (first, second, disc) = (colour(), colour(), colour())
        let middle = (x: Int(random.next() % UInt64(width)), y: Int(random.next() % UInt64(height)))
        let radius = height / 4
        // Along each row the colours are those of the row above, from one pixel further on.
        let diagonal = (0..<width + height).flatMap { place in
            let part = Int32(place * 256 / (width + height))
            return Self.bytes((first &* (256 &- part) &+ second &* part) / 256)
        }
        let plain = (0..<2 * radius).flatMap { _ in Self.bytes(disc) }
        var rgb: [UInt8] = []
        rgb.reserveCapacity(width * height * 3)
        for y in 0..<height {
            rgb += diagonal[y * 3..<(y + width) * 3]
            let half = Int(Double(max(0, radius * radius - (y - middle.y) * (y - middle.y))).squareRoot())
            let (from, to) = (max(0, middle.x - half), min(width, middle.x + half))
            guard from < to else { continue }
            rgb.replaceSubrange((y * width + from) * 3..<(y * width + to) * 3, with: plain[..<((to - from) * 3)])
        }
        return .pixels(width: width, height: height, rgb: rgb)
    }

    private static func bytes(_ colour: SIMD3<Int32>) -> [UInt8] {
        [UInt8(truncatingIfNeeded: colour.x), UInt8(truncatingIfNeeded: colour.y), UInt8(truncatingIfNeeded: colour.z)]
    }
}
