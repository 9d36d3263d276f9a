import CollectionModel
import JSONText

/// What a collection knows of an item beyond its source: taken out under the lock, put together outside of it.
struct KnownItem: Sendable {
    let id: String
    let overlay: CollectionState.Overlay?
    let size: CollectionState.PictureSize?
    /// Behind its picture, 0xRRGGBB.
    let colour: UInt32?

    /// The item as it is shown: what the source says, with what people changed and what a load found out.
    func item(of source: any ItemSource) -> Item {
        let base = source.item(id) ?? SourceItem(id: id, title: id, revision: 0, hasImage: false)
        return Item(
            id: id, revision: base.revision &+ (overlay?.changes ?? 0), title: base.title, kind: base.kind,
            width: base.width ?? size.map { Int($0.width) }, height: base.height ?? size.map { Int($0.height) },
            attributes: attributes(of: base), hasImage: base.hasImage, contentRevision: base.revision)
    }

    private func attributes(of base: SourceItem) -> JSONObject {
        guard let overlay else { return base.attributes }
        var attributes = base.attributes
        for member in overlay.attributes.members {
            attributes[member.name] = member.value == .null ? nil : member.value
        }
        return attributes
    }
}
