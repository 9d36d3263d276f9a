/// The dense handle of an item, given once in its collection and never used again.
///
/// The owner of the collection hands them out from 0 on, and keeps the names of the items that they stand for: an order has memory
/// for all ordinals up to the largest that it has seen, about 4 bytes each.
public struct ItemOrdinal: RawRepresentable, Hashable, Comparable, Sendable {
    public var rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As `init(rawValue:)`.
    @inlinable
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

/// The dense handle of a section, given once in its collection and never used again.
public struct SectionOrdinal: RawRepresentable, Hashable, Comparable, Sendable {
    public var rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// As `init(rawValue:)`.
    @inlinable
    public init(_ rawValue: UInt32) { self.rawValue = rawValue }

    @inlinable
    public static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}

extension ItemOrdinal: CustomStringConvertible {
    public var description: String { "i\(rawValue)" }
}

extension SectionOrdinal: CustomStringConvertible {
    public var description: String { "s\(rawValue)" }
}

extension [ItemOrdinal] {
    /// Lends the ordinals as the words that they are.
    func withOrdinals<Result>(_ body: (UnsafeBufferPointer<UInt32>) -> Result) -> Result {
        withUnsafeBufferPointer { $0.withMemoryRebound(to: UInt32.self, body) }
    }
}
