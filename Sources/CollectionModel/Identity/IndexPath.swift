/// A place in a snapshot: section and item, both from 0. Valid in one version only.
public struct IndexPath: Hashable, Comparable, Sendable {
    /// The section, from 0.
    public var section: Int
    /// The item's place in its section, from 0.
    public var item: Int

    @inlinable
    public init(section: Int, item: Int) {
        self.section = section
        self.item = item
    }

    /// As `init(section:item:)`.
    @inlinable
    public init(_ section: Int, _ item: Int) {
        self.init(section: section, item: item)
    }

    @inlinable
    public static func < (lhs: Self, rhs: Self) -> Bool {
        lhs.section == rhs.section ? lhs.item < rhs.item : lhs.section < rhs.section
    }
}

extension IndexPath: CustomStringConvertible {
    public var description: String { "[\(section),\(item)]" }
}
