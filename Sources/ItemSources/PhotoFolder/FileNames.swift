import GridEngine

/// The items whose files were renamed: their identifiers, and those of the paths that they are listed under.
struct FileNames {
    private var listed: [String: ItemIdentifier] = [:]
    private var items: [ItemIdentifier: String] = [:]

    mutating func adopt(_ names: [ListedName]) {
        for name in names {
            if let before = listed.removeValue(forKey: name.id), items[before] == name.id { items[before] = nil }
            guard let identifier = name.listedAs.flatMap({ ItemIdentifier($0) }) else { continue }
            listed[name.id] = identifier
            items[identifier] = name.id
        }
    }

    /// The identifier of the path of an item's file; `nil` when the path that the item is named after is another's by now. O(1).
    func listedIdentifier(of id: String) -> ItemIdentifier? {
        if let identifier = listed[id] { return identifier }
        guard let identifier = ItemIdentifier(id), items[identifier] == nil else { return nil }
        return identifier
    }
}
