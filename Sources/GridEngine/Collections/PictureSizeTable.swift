import CollectionModel

/// The sizes of pictures by ordinal: eight bytes an item, since they become known of every item.
struct PictureSizeTable: Sendable {
    /// Zero by zero where nothing is known.
    private var sizes: [CollectionState.PictureSize] = []

    private static let unknown = CollectionState.PictureSize(width: 0, height: 0)

    subscript(item: ItemOrdinal) -> CollectionState.PictureSize? {
        get {
            let index = Int(item.rawValue)
            guard index < sizes.count, sizes[index].width > 0 else { return nil }
            return sizes[index]
        }
        set {
            let index = Int(item.rawValue)
            if index >= sizes.count {
                guard newValue != nil else { return }
                sizes.append(contentsOf: repeatElement(Self.unknown, count: index + 1 - sizes.count))
            }
            sizes[index] = newValue ?? Self.unknown
        }
    }
}
