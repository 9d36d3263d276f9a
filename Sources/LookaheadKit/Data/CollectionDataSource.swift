/// A collection of your own: which items there are, in sections and in order, and what each of them shows.
///
/// Only `snapshot(into:)` and `items(for:)` are required. What else a source can do has a protocol of its own: `CollectionMoving`,
/// `CollectionPictureSource`. All functions may be called from any thread, several at the same time. Those that are asynchronous may block
/// theirs, as a synchronous driver does.
///
/// Of an error that they throw, people read the description of a `CollectionError`, and of any other that the source has failed.
public protocol CollectionDataSource: Sendable {
    /// The collection's identifier in addresses: 1 to 200 bytes, the same at each start. What people do with the collection is stored
    /// under it.
    var id: String { get }

    /// The collection's title, as people read it.
    var title: String { get }

    /// The kind of the items' cells where an item does not say another: the name of a cell registration in the page.
    var kind: String { get }

    /// Appends all sections and the identifiers of all items, in order. Called when the collection is added, and at each refresh.
    ///
    /// A large collection is shown while it is still being appended. What was appended before an error is kept, where nothing was stored
    /// of the collection yet.
    /// - Parameter snapshot: an empty one.
    /// - Throws: any error: the collection is shown as it was stored, with the reason.
    func snapshot(into snapshot: inout CollectionSnapshot) async throws

    /// Returns what items show. Called ahead of need with up to 256 identifiers, those in view first. When nobody needs them any more, the
    /// task is cancelled.
    ///
    /// Identifiers that are left out are shown as items that failed to load; those that were not asked for are ignored.
    /// - Parameter ids: each once.
    /// - Returns: an item for each identifier, in any order.
    /// - Throws: any error: it is tried again, and the cells show why.
    func items(for ids: [String]) async throws -> [CollectionItem]

    /// Returns a text that changes when the snapshot does, such as a row counter. Equal to the one of the last start, the identifiers are
    /// not read again at this one. `nil`, the default, reads them at each start.
    func revision() async throws -> String?
}

extension CollectionDataSource {
    /// The title is the identifier.
    public var title: String { id }
    /// Cells of titles.
    public var kind: String { "plain" }
    /// Reads the snapshot at each start.
    public func revision() async throws -> String? { nil }
}

/// Whose order of a collection counts when a snapshot has another one.
public enum CollectionOrder: Sendable {
    /// People's: items stay where they were put, and new ones come after their neighbours in the snapshot.
    case people
    /// The source's: a snapshot moves items. What people move is a proposal: it is shown at once, over snapshots too, until `didCommit` has
    /// returned, and then what the next snapshot says counts.
    case source
}

/// A data source whose items people and programs may move. The order of any other is that of its snapshots.
public protocol CollectionMoving: CollectionDataSource {
    /// Whose order counts; people's by default.
    var order: CollectionOrder { get }

    /// Decides whether an item may be picked up and moved. Must return at once: it is asked while changes wait.
    /// - Parameters:
    ///   - id: the item's identifier.
    ///   - author: who would move it.
    /// - Returns: the decision, by default `.allowed`.
    func canMoveItem(_ id: String, by author: ChangeAuthor) -> MoveDecision

    /// The place where a move really goes. Must return at once. By default the proposed one.
    func target(for move: ProposedMove) -> CollectionPlace

    /// Writes a change back. Called for each change of people and programs in the order of versions, one after another, at least once,
    /// also for those of an earlier run. The change is already durable and visible.
    /// - Throws: `CollectionError.refusal(_:)` for a change that is not to be: it is taken back, and its author reads the sentence. Any
    ///   other error: the change waits, and those behind it, and is tried again, at most a minute later.
    func didCommit(_ change: CollectionChange) async throws
}

extension CollectionMoving {
    /// People's order is kept.
    public var order: CollectionOrder { .people }
    /// Every item may be moved.
    public func canMoveItem(_ id: String, by author: ChangeAuthor) -> MoveDecision { .allowed }
    /// As proposed.
    public func target(for move: ProposedMove) -> CollectionPlace { move.target }
    /// Nothing is written back: the order is Lookahead's.
    public func didCommit(_ change: CollectionChange) async throws {}
}

/// Whether an item may be moved.
public enum MoveDecision: Sendable, Equatable {
    /// It may.
    case allowed
    /// It may not. The sentence is shown to the person who tried, as it is.
    case refused(String)
}

/// A place in a section.
public struct CollectionPlace: Sendable, Equatable {
    /// The section's identifier.
    public var section: String
    /// The index among the section's other items, from 0.
    public var index: Int

    /// Makes a place.
    public init(section: String, index: Int) {
        self.section = section
        self.index = index
    }
}

/// A move that somebody has asked for.
public struct ProposedMove: Sendable, Equatable {
    /// The item's identifier.
    public let id: String
    /// Where it would land.
    public let target: CollectionPlace
}
