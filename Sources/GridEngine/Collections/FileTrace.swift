import CollectionModel

/// Where the last listing found the file of an item.
struct FileTrace: Sendable, Equatable {
    /// The source's number for the file and its content; 0 when none is known.
    var file: UInt64 = 0
    /// The section of the file's folder, which is not the item's when people moved it.
    var folder: SectionOrdinal?
}

/// Facts about files that a draft has and the durable state does not. Of it all, only the revisions of known items are part of a change.
struct ListedFiles: Sendable {
    /// The first content revisions of new items, by their places among them, up to the last one that is not the source's plain one.
    var newRevisions: [UInt64] = []
    /// Where the files of new items were found, by their places among them, where the source knows files.
    var newTraces: [FileTrace] = []
    /// Revisions of known items that changed.
    var changed: [StoredChange.Revision] = []
    /// Where the files of known items were found, as far as it differs from the durable state.
    var traces: [ItemOrdinal: FileTrace] = [:]
}

extension CollectionState {
    func trace(of item: ItemOrdinal) -> FileTrace {
        Int(item.rawValue) < traces.count ? traces[Int(item.rawValue)] : FileTrace()
    }

    mutating func setTrace(_ trace: FileTrace, of item: ItemOrdinal) {
        let index = Int(item.rawValue)
        if index >= traces.count {
            traces.append(contentsOf: repeatElement(FileTrace(), count: index + 1 - traces.count))
        }
        guard traces[index] != trace else { return }
        traces[index] = trace
        unstoredTraces.insert(index / StoredTraces.span)
    }

    /// The item that its source lists under an identifier; `nil` also when the identifier is that of an item which is listed under
    /// another.
    func ordinal(listedAs id: String, expecting guess: UInt32) -> UInt32? {
        guard !renamed.isEmpty else { return items.ordinal(of: id, expecting: guess) }
        if let item = renamed[id] { return item.rawValue }
        guard let raw = items.ordinal(of: id, expecting: guess), kept[ItemOrdinal(rawValue: raw)]?.listedAs == nil
        else {
            return nil
        }
        return raw
    }

    /// Replaces what people changed of an item, and the name that its source has for it.
    mutating func keep(_ new: KeptItem?, of item: ItemOrdinal) {
        if let name = kept[item]?.listedAs, renamed[name] == item { renamed[name] = nil }
        if let name = new?.listedAs { renamed[name] = item }
        kept[item] = new
    }

    /// All items that are listed under other identifiers than their own.
    var listedNames: [ListedName] {
        renamed.map { ListedName(id: items[$0.value.rawValue], listedAs: $0.key) }
    }
}
