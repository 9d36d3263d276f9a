/// A kind of collections that a feature of the engine brings. They are stored as posted ones are, and are known by how their identifiers
/// begin: neither a store nor a backup needs to know more.
protocol CollectionKind: Sendable {
    /// The identifiers of these collections begin with this, those of no other collection do.
    var prefix: String { get }

    /// The source of a collection of this kind.
    func source(_ id: String, title: String, in engine: GridEngine) -> any ItemSource

    /// Why nobody else may create a collection under an identifier.
    func reservation(of id: String) -> Reason

    /// Whether the store keeps a deleted collection for a time, so that it can be brought back.
    var canComeBack: Bool { get }

    /// Where marks of the items belong, if not to the items themselves.
    var marks: (any MarkRedirect)? { get }
}

extension GridEngine {
    /// The kinds that this engine knows, beside what its sources bring.
    private static let kinds: [any CollectionKind] = [Albums()]

    /// The kind that an identifier is of; `nil` for what was posted or is read from a source.
    func kind(of id: String) -> (any CollectionKind)? {
        Self.kinds.first { id.utf8.starts(with: $0.prefix.utf8) }
    }

    /// Where marks of a collection's items belong; `nil` where they are the items' own.
    func markRedirect(of collection: LiveCollection) -> (any MarkRedirect)? { kind(of: collection.id)?.marks }
}
