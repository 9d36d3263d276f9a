import JSONText

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

    /// The same as `init(section:item:)`, without labels.
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

extension JSONReader {
    /// `[section, item]`, neither negative.
    /// - Throws: when the next value is anything else.
    package mutating func readIndexPath() throws(JSONError) -> IndexPath {
        guard nextByte() == UInt8(ascii: "[") else { throw unexpected("must be an index path [section, item]") }
        try beginArray()
        var numbers = (0, 0)
        var count = 0
        while try nextElement() {
            let number = try readIndex()
            if count == 0 { numbers.0 = number } else { numbers.1 = number }
            count += 1
        }
        guard count == 2 else { throw unexpected("must be an index path [section, item]") }
        return IndexPath(numbers.0, numbers.1)
    }
}

extension JSONWriter {
    package mutating func member(_ name: StaticString, _ path: IndexPath) {
        key(name)
        indexPath(path)
    }

    package mutating func indexPath(_ path: IndexPath) {
        beginArray()
        int(path.section)
        int(path.item)
        endArray()
    }
}
