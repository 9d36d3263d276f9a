/// The dense handle of an item, given once in its collection and never used again.
package struct ItemOrdinal: RawRepresentable, Hashable, Comparable, Sendable {
    package var rawValue: UInt32

    @inlinable
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The dense handle of a section, given once in its collection and never used again.
package struct SectionOrdinal: RawRepresentable, Hashable, Comparable, Sendable {
    package var rawValue: UInt32

    @inlinable
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension ItemOrdinal: CustomStringConvertible {
    package var description: String { "i\(rawValue)" }
}

extension SectionOrdinal: CustomStringConvertible {
    package var description: String { "s\(rawValue)" }
}
