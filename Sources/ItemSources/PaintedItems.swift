import GridEngine

/// Any number of made-up items with small painted pictures that cost hardly any work, so that a made-up load time is all
/// that a load takes: what prefetching is measured with. Identifiers are those of `NumberedItems`.
package struct PaintedItems: ItemSource {
    /// Of every picture.
    static let size = (width: 320, height: 240)
    private static let smallSize = (width: 64, height: 48)

    package let id = "items"
    package let title = "Items"
    package var capabilities: Capabilities { numbered.capabilities }
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
        return SourceItem(id: id, title: id, revision: 1, width: Self.size.width, height: Self.size.height)
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        try paint(id, Self.size.width, Self.size.height)
    }

    package func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? {
        try paint(id, Self.smallSize.width, Self.smallSize.height)
    }

    /// Two colours that run into each other, and a disc: enough to tell one from the next.
    private func paint(_ id: String, _ width: Int, _ height: Int) throws(LoadFailure) -> Original {
        guard numbered.item(id) != nil, let number = UInt64(id) else { throw .missing }
        var random = SeededRandom(seed: number)
        func channel() -> Int32 { 40 + Int32(random.next() % 176) }
        func colour() -> SIMD3<Int32> { SIMD3(channel(), channel(), channel()) }
        let (first, second, disc) = (colour(), colour(), colour())
        let middle = (x: Int(random.next() % UInt64(width)), y: Int(random.next() % UInt64(height)))
        let radius = height / 4
        let rgb = [UInt8](unsafeUninitializedCapacity: width * height * 3) { bytes, count in
            for y in 0..<height {
                for x in 0..<width {
                    let (dx, dy) = (x - middle.x, y - middle.y)
                    let part = Int32((x + y) * 256 / (width + height))
                    let isDisc = dx * dx + dy * dy < radius * radius
                    let mixed = isDisc ? disc : (first &* (256 &- part) &+ second &* part) / 256
                    bytes[count] = UInt8(truncatingIfNeeded: mixed.x)
                    bytes[count + 1] = UInt8(truncatingIfNeeded: mixed.y)
                    bytes[count + 2] = UInt8(truncatingIfNeeded: mixed.z)
                    count += 3
                }
            }
        }
        return .pixels(width: width, height: height, rgb: rgb)
    }
}
