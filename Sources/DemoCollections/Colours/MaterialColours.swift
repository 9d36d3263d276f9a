import GridEngine

/// The Material palette, a section for each hue. The base shade of each hue is pinned to it and cannot be picked up; the
/// section "Grey" is locked: nothing leaves it, and what is dropped there lands at the nearest place that is open.
package struct MaterialColours: ItemSource, MoveRules {
    package let id = "material-colours"
    package let title = "Material Colours"
    package var capabilities: Capabilities { Capabilities(refresh: true) }
    package var abilities: SourceAbilities { SourceAbilities(moves: self) }

    private static let baseShade = "500"
    private static let lockedSection = "grey"
    private let palette = MaterialPalette.hues

    package init() {}

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        SourceListing(
            sections: palette.map { hue in
                SourceListing.Section(
                    id: hue.id, title: hue.name,
                    items: hue.shades.map { SourceListing.Entry(id: "\(hue.id)-\($0.name)", revision: 1) })
            })
    }

    package func item(_ id: String) -> SourceItem? {
        guard let (hue, shade) = find(id) else { return nil }
        let name = "\(hue.name) \(shade.name)"
        return SourceItem(
            id: id, title: name, kind: "colour", revision: 1,
            attributes: [
                "colour": .string(HexadecimalColour.text(rgb: shade.rgb)), "name": .string(name),
            ], hasImage: false)
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        throw .missing
    }

    package func mayMove(_ id: String, by author: ChangeAuthor) -> MovePermission {
        guard let (hue, shade) = find(id) else { return .allowed }
        if hue.id == Self.lockedSection {
            return .refused(
                Reason("hue-locked", "\(hue.name) is locked: its shades stay together.", values: ["hue": hue.name]))
        }
        if shade.name == Self.baseShade {
            let name = "\(hue.name) \(shade.name)"
            return .refused(
                Reason(
                    "base-shade-fixed", "\(name) is the base shade of its hue and stays where it is.",
                    values: ["shade": name]))
        }
        return .allowed
    }

    /// A place in the locked section becomes the nearest outside: the end of the section before when it lies in the first
    /// half, the start of the section after when in the second.
    package func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget {
        guard proposed.section == Self.lockedSection,
            let locked = sections.firstIndex(where: { $0.id == proposed.section })
        else { return proposed }
        let before = locked > 0 ? sections[locked - 1] : nil
        let after = locked + 1 < sections.count ? sections[locked + 1] : nil
        let isNearerToStart = proposed.item * 2 <= sections[locked].count
        if let before, isNearerToStart || after == nil { return MoveTarget(section: before.id, item: before.count) }
        if let after { return MoveTarget(section: after.id, item: 0) }
        return proposed
    }

    private func find(_ id: String) -> (MaterialPalette.Hue, MaterialPalette.Shade)? {
        guard let dash = id.lastIndex(of: "-"), let hue = palette.first(where: { $0.id == id[..<dash] }),
            let shade = hue.shades.first(where: { $0.name == id[id.index(after: dash)...] })
        else { return nil }
        return (hue, shade)
    }
}

/// Colours as CSS writes them.
enum HexadecimalColour {
    /// "#rrggbb" of `0xRRGGBB`.
    static func text(rgb: Int) -> String {
        String(unsafeUninitializedCapacity: 7) { text in
            text[0] = UInt8(ascii: "#")
            for place in 1...6 {
                let digit = UInt8(truncatingIfNeeded: rgb >> (4 * (6 - place)) & 0xf)
                text[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
            }
            return 7
        }
    }

    /// A soft colour. The hue is in degrees and wraps around; the lightness is that of the middle channel, 64–208.
    static func text(hue: Int, lightness: Int) -> String {
        func channel(_ shift: Int) -> Int {
            let distance = abs((hue + shift + 180) % 360 - 180)
            return min(255, max(0, lightness - 48 + max(0, 120 - distance) * 96 / 120))
        }
        return text(rgb: channel(0) << 16 | channel(240) << 8 | channel(120))
    }
}
