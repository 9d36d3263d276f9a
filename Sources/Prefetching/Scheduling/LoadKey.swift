/// Names a load: which item of which collection, in which size. Identity, never position.
public struct LoadKey: Hashable, Sendable {
    /// The engine's number of the collection.
    public var collection: UInt16
    /// The item's ordinal in its collection.
    public var item: UInt32
    /// The engine's index of the width step; a number of its own for the preview.
    public var rendition: UInt16

    private static let previewRendition = UInt16.max
    private static let contentRendition = UInt16.max - 1

    public init(collection: UInt16, item: UInt32, rendition: UInt16) {
        self.collection = collection
        self.item = item
        self.rendition = rendition
    }

    /// The same item's preview: the small picture that comes first.
    public var preview: LoadKey {
        LoadKey(collection: collection, item: item, rendition: Self.previewRendition)
    }

    /// The same item's full picture.
    public func full(rendition: UInt16) -> LoadKey {
        LoadKey(collection: collection, item: item, rendition: rendition)
    }

    /// Whether it names a preview.
    public var isPreview: Bool { rendition == Self.previewRendition }

    /// The key of the same item's content, from a source that reads contents in batches: it is loaded before a picture.
    package var content: LoadKey {
        LoadKey(collection: collection, item: item, rendition: Self.contentRendition)
    }

    /// Whether it names a content. Contents start in batches: one loader takes several of a collection.
    package var isContent: Bool { rendition == Self.contentRendition }

    /// Collection and width in one number.
    var renditionClass: UInt32 { UInt32(collection) << 16 | UInt32(rendition) }

    /// All three in one word: the scheduler's tables are keyed by it.
    public var rawValue: UInt64 {
        UInt64(collection) << 48 | UInt64(item) << 16 | UInt64(rendition)
    }

    public static func == (left: LoadKey, right: LoadKey) -> Bool { left.rawValue == right.rawValue }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}

/// Names one started load for ever, so that a late result of a cancelled load never counts for the load that came after it.
public struct LoadToken: Hashable, Sendable {
    /// A number that is never used again.
    public var rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }
}
