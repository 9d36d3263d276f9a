import CollectionModel
import JSONText

/// What is kept of an item beside its identifier: the form of `StoredChange.Attributes.json`, for who reads a store without
/// an engine.
package struct KeptItem: Sendable, Equatable {
    /// A merge patch over what the source says: `null` hides a member.
    package var attributes: JSONObject
    /// How often the attributes changed: a part of the item's revision.
    package var changes: UInt64
    /// What a posted item shows; `nil` for items of other sources.
    package var content: SourceItem?

    package init(attributes: JSONObject, changes: UInt64, content: SourceItem? = nil) {
        self.attributes = attributes
        self.changes = changes
        self.content = content
    }

    /// `nil` when the text is nothing that an engine stored.
    package init?(stored: String, of id: String) {
        guard let found = CollectionState.Overlay.read(stored: stored, of: id) else { return nil }
        self.init(attributes: found.overlay.attributes, changes: found.overlay.changes, content: found.content)
    }

    package var stored: String { CollectionState.Overlay(attributes: attributes, changes: changes).stored(content) }
}
