import JSONText

/// The kept part of an item beside its identifier: people's changes, over its source's item.
///
/// Its text is the form of `StoredChange.Attributes.json`, also for programs that read a store without an engine.
package struct KeptItem: Sendable, Equatable {
    /// A merge patch over the source's attributes: `null` hides a member.
    package var attributes: JSONObject
    /// The number of changes: added to the content's revision.
    package var changes: UInt64
    /// The identifier under which the source lists the item, where that is not its own (docs/decisions/0051).
    package var listedAs: String? {
        get { rest.first?.listedAs }
        set { set(Rest(content: content, listedAs: newValue, left: left)) }
    }
    /// Where the item was when it left the order, for its return; `nil` while it is in it.
    package var left: LeftPlace? {
        get { rest.first?.left }
        set { set(Rest(content: content, listedAs: listedAs, left: newValue)) }
    }
    /// The content of a posted item; `nil` for items of other sources, and where the source has it in memory already.
    package var content: SourceItem? {
        get { rest.first?.content }
        set { set(Rest(content: newValue, listedAs: listedAs, left: left)) }
    }

    /// Values that few items have.
    private struct Rest: Sendable, Equatable {
        var content: SourceItem?
        var listedAs: String?
        var left: LeftPlace?
    }

    /// One element at most, out of line: a collection keeps a value for every item that was ever rated, without it.
    private var rest: [Rest] = []

    private mutating func set(_ new: Rest) {
        rest = new.content == nil && new.listedAs == nil && new.left == nil ? [] : [new]
    }

    package init(
        attributes: JSONObject = JSONObject(), changes: UInt64 = 0, content: SourceItem? = nil, listedAs: String? = nil,
        left: LeftPlace? = nil
    ) {
        self.attributes = attributes
        self.changes = changes
        set(Rest(content: content, listedAs: listedAs, left: left))
    }

    /// Whether people changed nothing.
    var isUnchanged: Bool { attributes.members.isEmpty && changes == 0 && listedAs == nil }

    /// The source's part of a posted item: its content, with its attributes as long as nobody has changed them.
    var sourceItem: SourceItem? {
        guard var content else { return nil }
        if changes == 0 { content.attributes = attributes }
        return content
    }

    /// The collection's part, beside its source; `nil` when it keeps nothing.
    var besideSource: KeptItem? {
        if isUnchanged && left == nil || changes == 0 && content != nil { return nil }
        return KeptItem(attributes: attributes, changes: changes, listedAs: listedAs, left: left)
    }
}
