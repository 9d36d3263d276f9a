/// What an item shows.
public struct CollectionItem: Sendable, Equatable {
    /// The identifier, as the snapshot has it.
    public var id: String
    /// The title, as people read it.
    public var title: String
    /// The kind of its cell: the name of a cell registration in the page. `nil` for the source's.
    public var kind: String?
    /// What the cell shows besides, by name. A cell's code in the page gets them as JSON.
    public var attributes: [String: CollectionValue]
    /// The size of its picture in pixels, upright, where it is known: layouts have its shape at once.
    public var width: Int?
    /// As `width`.
    public var height: Int?

    /// Makes an item.
    public init(
        id: String, title: String, kind: String? = nil, attributes: [String: CollectionValue] = [:], width: Int? = nil,
        height: Int? = nil
    ) {
        (self.width, self.height) = (width, height)
        self.id = id
        self.title = title
        self.kind = kind
        self.attributes = attributes
    }
}

/// A value of an item's attributes: what JSON has.
public enum CollectionValue: Sendable, Hashable {
    /// A whole number.
    case integer(Int)
    /// A finite number; any other is shown as nothing.
    case number(Double)
    /// A text.
    case string(String)
    /// True or false.
    case bool(Bool)
    /// Values in order.
    case array([CollectionValue])
    /// Values by name.
    case object([String: CollectionValue])
}
