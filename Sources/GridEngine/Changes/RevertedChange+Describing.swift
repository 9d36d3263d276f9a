import CollectionModel

extension LiveCollection {
    /// A change in words for people.
    func describe(
        _ entry: ChangeHistory.Entry, _ direction: ChangeHistory.Direction, for author: ChangeAuthor
    ) -> RevertedChange {
        RevertedChange(entry, direction, for: author) { item in
            RevertedChange.Named(id: itemID(item), title: self.item(item).title)
        }
    }
}

extension Draft {
    /// A change in words for people. It may be one that is drafted, and not stored yet.
    func describe(
        _ entry: ChangeHistory.Entry, _ direction: ChangeHistory.Direction, for author: ChangeAuthor
    ) -> RevertedChange {
        RevertedChange(entry, direction, for: author) { item in
            if let id = newItems[item.rawValue] { return RevertedChange.Named(id: id, title: id) }
            return RevertedChange.Named(id: name(of: item), title: collection.item(item).title)
        }
    }
}
