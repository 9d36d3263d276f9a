/// A change of a collection, from one version to a later one, in one stage: every place before counts in the order before, and every
/// place after in the order after.
public struct CollectionChange: Sendable, Equatable {
    /// A place: the section's index, and the item's in it.
    public struct Path: Sendable, Hashable {
        /// The section's index.
        public var section: Int
        /// The item's index in the section.
        public var item: Int

        /// Makes a path.
        public init(section: Int, item: Int) {
            self.section = section
            self.item = item
        }
    }

    /// One operation. Items and sections are named by their identifiers.
    public enum Operation: Sendable, Hashable {
        /// An item has left the collection.
        case delete(String, from: Path)
        /// An item has come.
        case insert(String, at: Path)
        /// An item has another place. `section` is the identifier of the section that it lies in now.
        case move(String, from: Path, to: Path, section: String)
        /// An item has another picture: cells are replaced.
        case reload(String)
        /// An item has other contents or marks: cells are kept. `LiveCollection.marks(of:)` has the marks.
        case reconfigure(String)
        /// A section has left the collection.
        case deleteSection(String, from: Int)
        /// A section has come.
        case insertSection(String, at: Int)
        /// A section has another place.
        case moveSection(String, from: Int, to: Int)
        /// More has changed than the log of versions keeps: what lies between `from` and `to` is unknown, and
        /// `LiveCollection.snapshot()` has the order. Only of changes that an earlier run has not written back.
        case forgotten
        /// A section has another title.
        case renameSection(String, title: String)
    }

    /// The version before.
    public let from: Int
    /// The version after; `from` when nothing has changed.
    public let to: Int
    /// Whether the source itself made it: by its snapshot, by `apply` or `reconfigure`. All others are of people and programs.
    public let isOfSource: Bool
    /// Opaque and the same for all changes of one browser or program, over restarts; `nil` for a program that says nothing of itself.
    public let author: String?
    /// Deletes, inserts, moves, reloads, reconfigures, then those of sections.
    public let operations: [Operation]
}
