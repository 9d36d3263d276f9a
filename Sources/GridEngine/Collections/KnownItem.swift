import CollectionModel
import JSONText

/// The facts of a collection about an item beyond its source: taken out under the lock, put together outside of it.
struct KnownItem: Sendable {
    let id: String
    /// Changes of it by people.
    let kept: KeptItem?
    let marks: ItemMarks?
    let size: CollectionState.PictureSize?
    /// Behind its picture, 0xRRGGBB.
    let colour: UInt32?
    /// The length of a video, in seconds.
    var duration: Double?
    var isDamaged = false
    var measures = PictureMeasures()
    /// The revision that its source listed.
    var listed: UInt64 = 0
    var stack: ItemStack?
    /// What data sets say of it.
    var data: DescribedItem?

    /// The item as it is shown: the source's, with what people changed and what a load measured. `content` is what it shows, where that
    /// was read for this alone.
    func item(of source: ServedSource, content: SourceItem? = nil) -> Item {
        var item = shown(by: source, content)
        item.stack = stack
        return item
    }

    private func shown(by source: ServedSource, _ content: SourceItem?) -> Item {
        if let item = source.shown(id) { return laid(over: item) }
        guard
            let base = content ?? source.item(id, listed: listed) ?? (source.mayBeAway ? nil : SourceItem(missing: id))
        else {
            return gone(from: source)
        }
        var item = Item(
            id: id, revision: base.revision &+ (kept?.changes ?? 0) &+ UInt64(marks?.changes ?? 0), title: base.title,
            kind: base.kind,
            width: base.width ?? size.map { Int($0.width) }, height: base.height ?? size.map { Int($0.height) },
            attributes: attributes(of: base), picture: base.picture?.text, hasImage: base.hasImage,
            contentRevision: source.pictureRevision(of: base),
            media: base.file?.format == .video ? Item.Media(kind: .video, duration: duration) : nil)
        item.isDamaged = isDamaged
        item.measures = measures
        return item
    }

    /// The item without its file: its name, where that was, and what people set of it.
    func gone(from source: ServedSource) -> Item {
        let path = kept?.left?.path ?? source.lastPath(of: id)
        let title = path.map { String($0.split(separator: "/").last ?? "") } ?? ""
        var item = Item(
            id: id, revision: (kept?.changes ?? 0) &+ UInt64(marks?.changes ?? 0), title: title, kind: Item.goneKind,
            attributes: attributes(of: SourceItem(missing: id)), hasImage: false, contentRevision: 0)
        item.lastPath = path
        return item
    }

    /// The item of another collection, with the marks that people gave it here.
    private func laid(over item: Item) -> Item {
        var item = item
        item.isDamaged = item.isDamaged || isDamaged
        item.measures = item.measures.completed(by: measures)
        guard let kept else { return item }
        item.revision &+= kept.changes
        for member in kept.attributes.members {
            item.attributes[member.name] = member.value == .null ? nil : member.value
        }
        return item
    }

    /// The attributes of the item as its source and data sets describe it, with what people changed.
    func attributes(of base: SourceItem) -> JSONObject {
        if kept == nil, marks == nil, data == nil { return base.attributes }
        var attributes = base.attributes
        for member in data?.attributes.members ?? [] { attributes[member.name] = member.value }
        for member in kept?.attributes.members ?? [] {
            attributes[member.name] = member.value == .null ? nil : member.value
        }
        marks?.lay(over: &attributes)
        return attributes
    }
}

/// An item in data sets. It is looked up when it is shown, not under a lock.
struct DescribedItem: Sendable {
    let data: JoinedData
    let ordinal: ItemOrdinal

    var attributes: JSONObject { data.attributes(of: ordinal) }
}
