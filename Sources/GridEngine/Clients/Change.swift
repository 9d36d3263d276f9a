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
    /// The stamp of the version that it leads to; 0 in a store that one server has for itself, and for results.
    package var stamp: Int64 = 0
    /// The change that undo or redo reverted.
    package var reverted: RevertedChange?
    /// The change that it takes back because the source has refused it.
    package var returned: ReturnedChange?
    /// Whether nobody asked for it but the source, by what it lists or says of its items.
    package var isOfSource = false
    /// The author's `ChangeAuthor.id`.
    package var author: String?
    /// The sections that items are moved to, by their indices after the change.
    var destinations: [Int: SectionOrdinal] = [:]

    /// The identifier of the section that a move of the patch leads to.
    package func section(ofMoveTo place: IndexPath) -> String {
        destinations[place.section].map { identities.section($0).id } ?? ""
    }
}

extension Snapshot {
    /// The sections of this order that a patch has moved items to, by their indices. O(moves).
    func destinations(of patch: Patch) -> [Int: SectionOrdinal] {
        var found: [Int: SectionOrdinal] = [:]
        for move in patch.moves {
            let section = move.toAfter.section
            if found[section] == nil, section < numberOfSections { found[section] = self.section(at: section) }
        }
        return found
    }
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

/// Options of any change: its condition, and the key that makes its repetition harmless.
package struct ChangeOptions: Sendable {
    /// The change is refused unless this is the collection's version.
    package var ifVersion: Int?
    /// … with this stamp; 0 for any.
    package var ifStamp: Int64
    /// A change with a key that was used before is not made again; its caller gets the first result.
    package var idempotencyKey: String?
    /// The fingerprint of the request that the key came with; another request with the key is refused.
    package var fingerprint: RequestFingerprint?
    /// The client whose undo takes it back.
    package var author: ChangeAuthor
    /// The action through an album that it is a part of.
    var action: AlbumAction?

    package init(
        ifVersion: Int? = nil, ifStamp: Int64 = 0, idempotencyKey: String? = nil,
        fingerprint: RequestFingerprint? = nil,
        author: ChangeAuthor = .nobody
    ) {
        self.ifVersion = ifVersion
        self.ifStamp = ifStamp
        self.idempotencyKey = idempotencyKey
        self.fingerprint = fingerprint
        self.author = author
    }

    /// The key as it is stored.
    var storedKey: StoredKey? { idempotencyKey.map { StoredKey(key: $0, fingerprint: fingerprint?.text) } }

    package static var none: ChangeOptions { ChangeOptions() }

    /// Whether the condition allows a change of what is at `head`.
    func permit(_ head: StoredHead) -> Bool {
        guard let ifVersion else { return true }
        return head.version == ifVersion && (ifStamp == 0 || head.stamp == ifStamp)
    }
}
