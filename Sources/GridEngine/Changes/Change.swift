import CollectionModel

/// A change once it is durable.
package struct CommittedChange: Sendable {
    package var collection: String
    /// From one version to the next; `from` and `to` are the same when nothing changed.
    package var patch: VersionedPatch
    /// Names and contents of the patch's ordinals, for encoders.
    package var identities: any PatchIdentities
    /// Whether the patch names only those of the configured items that one viewer holds.
    package var isReduced = false
}

/// Gives names and contents to the ordinals of a patch.
package protocol PatchIdentities: AnyObject, Sendable {
    func item(_ ordinal: ItemOrdinal) -> Item
    func itemID(_ ordinal: ItemOrdinal) -> String
    /// Identifiers and revisions of many items at once: a snapshot asks for millions.
    func revisions(of items: [ItemOrdinal]) -> [(id: String, revision: UInt64)]
    func section(_ ordinal: SectionOrdinal) -> (id: String, title: String)
    /// The collection's.
    var title: String { get }
}

/// What goes with any change: its condition, and the key that makes its repetition harmless.
package struct ChangeOptions: Sendable {
    /// The change is refused unless this is the collection's version.
    package var ifVersion: Int?
    /// A change with a key that was used before is not made again; its caller gets the first result.
    package var idempotencyKey: String?

    package init(ifVersion: Int? = nil, idempotencyKey: String? = nil) {
        self.ifVersion = ifVersion
        self.idempotencyKey = idempotencyKey
    }

    package static var none: ChangeOptions { ChangeOptions() }
}
