/// Why a patch that was made for an older order cannot be carried over what happened since.
public enum RebaseError: Error, Hashable, Sendable {
    /// It moves an item that was deleted since.
    case itemGone(ItemOrdinal)
    /// It inserts an item that was inserted since.
    case itemThere(ItemOrdinal)
    /// Both neighbours of the place where it puts an item were deleted, or moved to other sections.
    case neighboursGone(ItemOrdinal)
    /// It moves a section that was deleted since, or puts an item into one.
    case sectionGone(SectionOrdinal)
    /// It inserts a section that was inserted since.
    case sectionThere(SectionOrdinal)
    /// Both neighbours of the place where it puts a section were deleted.
    case neighbourSectionsGone(SectionOrdinal)
    /// It deletes a section into which items came since.
    case sectionFilled(SectionOrdinal)
}

extension RebaseError {
    /// One sentence for people. Items are named by `item`, sections by `section`.
    public func explanation(
        item: (ItemOrdinal) -> String, section: (SectionOrdinal) -> String
    ) -> String {
        switch self {
        case .itemGone(let ordinal): "The item \"\(item(ordinal))\" is no longer in the collection."
        case .itemThere(let ordinal): "The item \"\(item(ordinal))\" has been inserted into the collection since."
        case .neighboursGone(let ordinal):
            "Both neighbours of the place for \"\(item(ordinal))\" are no longer in that section."
        case .sectionGone(let ordinal): "The section \"\(section(ordinal))\" is no longer in the collection."
        case .sectionThere(let ordinal):
            "The section \"\(section(ordinal))\" has been inserted into the collection since."
        case .neighbourSectionsGone(let ordinal):
            "Both neighbours of the place for the section \"\(section(ordinal))\" are no longer in the collection."
        case .sectionFilled(let ordinal): "Items have been put into the section \"\(section(ordinal))\" since."
        }
    }
}
