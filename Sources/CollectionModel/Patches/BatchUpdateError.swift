/// A contradiction in a batch update, with the counts before and after it where they say why.
public enum BatchUpdateError: Error, Hashable, Sendable {
    /// A member of the batch, by its name in the HTTP interface, and the place in it.
    public struct Source: Hashable, Sendable {
        /// The member.
        public var member: Member
        /// The place in it, from 0.
        public var index: Int

        package init(_ member: Member, _ index: Int) {
            self.member = member
            self.index = index
        }
    }

    /// The members of a batch update, by their names in the HTTP interface.
    public enum Member: String, Hashable, Sendable {
        /// `deletesBefore`.
        case deletes
        /// `inserts`.
        case inserts
        /// `moves`.
        case moves
        /// `reloadsBefore`.
        case reloads
        /// `reconfigures`.
        case reconfigures
        /// `deleteSectionsBefore`.
        case deleteSections
        /// `insertSections`.
        case insertSections
        /// `moveSections`.
        case moveSections
    }

    /// A before-path outside the old counts; `count` is the number of items of its section, or `nil` when there is no such section.
    case itemOutsideBefore(IndexPath, Source, sections: Int, count: Int?)
    /// An after-path outside the new counts: it would leave a place without an item.
    case itemOutsideAfter(IndexPath, Source, sections: Int, countBefore: Int?, countAfter: Int?)
    /// A section's index before the update, outside the old count.
    case sectionOutsideBefore(Int, Source, sections: Int)
    /// A section's index after the update, outside the new count.
    case sectionOutsideAfter(Int, Source, sectionsBefore: Int, sectionsAfter: Int)
    /// One place before the update named twice among deletes and move sources.
    case itemTwiceBefore(IndexPath, Source, Source)
    /// One place after the update named twice among inserts and move destinations.
    case itemTwiceAfter(IndexPath, Source, Source)
    /// One section named twice among section deletes and section moves.
    case sectionTwiceBefore(Int, Source, Source)
    /// One section's place after the update named twice among section inserts and section moves.
    case sectionTwiceAfter(Int, Source, Source)
    /// Deleted (by itself or with its section) and reloaded.
    case deletedAndReloaded(IndexPath, Source)
    /// An item is moved out of a section that the update deletes.
    case movedOutOfDeletedSection(IndexPath, Source)
    /// The identifier would appear twice.
    case duplicateItem(ItemOrdinal, Source)
    /// The section would appear twice.
    case duplicateSection(SectionOrdinal, Source)
    /// A reconfigure names an item that is not there.
    case unknownItem(ItemOrdinal, Source)

    /// The operation to point at.
    public var source: Source {
        switch self {
        case .itemOutsideBefore(_, let source, _, _), .itemOutsideAfter(_, let source, _, _, _),
            .sectionOutsideBefore(_, let source, _), .sectionOutsideAfter(_, let source, _, _),
            .itemTwiceBefore(_, _, let source), .itemTwiceAfter(_, _, let source),
            .sectionTwiceBefore(_, _, let source), .sectionTwiceAfter(_, _, let source),
            .deletedAndReloaded(_, let source), .movedOutOfDeletedSection(_, let source),
            .duplicateItem(_, let source), .duplicateSection(_, let source), .unknownItem(_, let source):
            source
        }
    }
}

extension BatchUpdateError {
    /// One sentence for people. Items are named by `item`, sections by `section`.
    public func explanation(
        item: (ItemOrdinal) -> String, section: (SectionOrdinal) -> String
    ) -> String {
        switch self {
        case .itemOutsideBefore(let path, let source, let sections, nil):
            "\(source) names \(path), but there are \(sections) sections before the update."
        case .itemOutsideBefore(let path, let source, _, let count?):
            "\(source) names \(path), but section \(path.section) has \(count) items before the update."
        case .itemOutsideAfter(let path, let source, let sections, _, nil):
            "\(source) names \(path), but there are \(sections) sections after the update."
        case .itemOutsideAfter(let path, let source, _, let before, let after?):
            "\(source) names \(path), but section \(path.section) has \(after) items after the update"
                + (before.map { " (\($0) before)" } ?? "") + "."
        case .sectionOutsideBefore(let index, let source, let sections):
            "\(source) names section \(index), but there are \(sections) sections before the update."
        case .sectionOutsideAfter(let index, let source, let before, let after):
            "\(source) names section \(index), but there are \(after) sections after the update (\(before) before)."
        case .itemTwiceBefore(let path, let first, let second):
            "\(first) and \(second) both take the item at \(path) before the update."
        case .itemTwiceAfter(let path, let first, let second):
            "\(first) and \(second) both put an item at \(path) after the update."
        case .sectionTwiceBefore(let index, let first, let second):
            "\(first) and \(second) both take section \(index) before the update."
        case .sectionTwiceAfter(let index, let first, let second):
            "\(first) and \(second) both put a section at \(index) after the update."
        case .deletedAndReloaded(let path, let source):
            "\(source) reloads the item at \(path), which the update deletes."
        case .movedOutOfDeletedSection(let path, let source):
            "\(source) moves the item at \(path) out of section \(path.section), which the update deletes."
        case .duplicateItem(let ordinal, let source):
            "\(source): the item \"\(item(ordinal))\" would appear twice."
        case .duplicateSection(let ordinal, let source):
            "\(source): the section \"\(section(ordinal))\" would appear twice."
        case .unknownItem(let ordinal, let source):
            "\(source) names the item \"\(item(ordinal))\", which is not in the collection."
        }
    }
}

extension BatchUpdateError.Source: CustomStringConvertible {
    public var description: String { "\(member.rawValue)[\(index)]" }
}
