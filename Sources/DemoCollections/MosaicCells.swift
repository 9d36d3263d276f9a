import GridEngine

/// 151 coloured cells for the mosaic layout: enough for every style of segment, and for one that is left over.
package struct MosaicCells: ItemSource {
    package let id = "mosaic"
    package let title = "Mosaic"
    package var capabilities: Capabilities {
        // In the sequence of styles that it was made for.
        Capabilities(marks: false, rate: [], layout: "mosaic", layoutOptions: ["keepsShapes": 0])
    }
    package var abilities: SourceAbilities { SourceAbilities() }

    static let count = 151

    package init() {}

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        let items = (1...Self.count).map { SourceListing.Entry(id: String($0), revision: 1) }
        return SourceListing(sections: [SourceListing.Section(id: "cells", title: title, items: items)])
    }

    package func item(_ id: String) -> SourceItem? {
        guard let number = Int(id), (1...Self.count).contains(number), String(number) == id else { return nil }
        return SourceItem(
            id: id, title: id, kind: "colour", revision: 1,
            // Neighbours differ by the golden angle, so that no two alike meet.
            attributes: [
                "colour": .string(HexadecimalColour.text(hue: number * 137, lightness: 128 + number * 53 % 64))
            ],
            hasImage: false)
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original { throw .missing }
}
