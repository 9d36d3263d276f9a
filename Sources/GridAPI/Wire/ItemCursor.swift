/// Where a page of items begins: a place in one version, so that moves between two pages neither repeat nor hide an item.
struct ItemCursor {
    static let offsets = 0...Int(Int32.max)

    let version: Int
    let offset: Int

    init(version: Int, offset: Int) { (self.version, self.offset) = (version, offset) }

    /// `nil` for anything but `text`.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let version = parts[0], let offset = parts[1], version >= 0,
            ItemCursor.offsets.contains(offset)
        else { return nil }
        self.init(version: version, offset: offset)
    }

    var text: String { "\(version).\(offset)" }
}
