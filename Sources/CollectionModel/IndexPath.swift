/// A place in a snapshot: section and item, both from 0. Valid in one version only.
package struct IndexPath: Hashable, Comparable, Sendable {
    package var section: Int
    package var item: Int

    @inlinable
    package init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }

    @inlinable
    package init(_ section: Int, _ item: Int) {
        self.init(section: section, item: item)
    }

    @inlinable
    package static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.section == rhs.section ? lhs.item < rhs.item : lhs.section < rhs.section
    }
}

extension IndexPath: CustomStringConvertible {
    package var description: String { "[\(section),\(item)]" }
}
