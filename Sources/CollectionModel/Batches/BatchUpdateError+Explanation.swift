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
