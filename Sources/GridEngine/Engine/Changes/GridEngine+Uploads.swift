import CollectionModel

/// Pictures that are uploaded for posted items.
extension GridEngine {
    /// Keeps a file, and has an item show it. Blocks while it is written.
    /// - Parameters:
    ///   - bytes: of the file, at most `PostedPicture.uploadLimitBytes`.
    ///   - item: its identifier.
    ///   - id: the identifier of the collection.
    ///   - client: in whose share of the room the file counts.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`; `.unsupported` where the collection was not posted; `.invalid` for what is no picture; `.tooMany`,
    ///   `.shareUsed`, `.notStored`. What is refused later goes to `completion`.
    package func upload(
        _ bytes: [UInt8], for item: String, in id: String, client: Client? = nil, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try served(id).collection
        guard let source = collection.source.abilities.posted else {
            throw .unsupported(.contentUnsupported(collection.source.title))
        }
        _ = try collection.ordinal(of: item)
        guard PictureSignature.isPicture(bytes) else { throw .invalid(.picture, .notAPicture) }
        let picture = try keep(bytes, in: source, for: client)
        var change = ItemChange()
        change.picture = .some(picture)
        do throws(GridError) {
            try patch(item, in: id, change, options: options) { result in
                source.release(upload: picture)
                if source.mayHaveUnusedUploads { collection.dropUnusedUploads() }
                completion(result)
            }
        } catch {
            source.release(upload: picture)
            throw error
        }
    }

    /// At the start: a kill may have left some.
    func dropUnusedUploads(of id: String) {
        guard let collection = try? collection(id) else { return }
        commits.perform { collection.dropUnusedUploads() }
    }

    /// Where there is no room, what nothing names any more makes some.
    private func keep(
        _ bytes: [UInt8], in source: any PostedSource, for client: Client?
    ) throws(GridError) -> PostedPicture {
        do throws(GridError) { return try source.keep(upload: bytes, for: client) } catch {
            switch error {
            case .tooMany, .shareUsed: break
            default: throw error
            }
        }
        let isDone = OneShot<Bool>()
        let all = collections.withLock { Array($0.byID.values) }
        commits.perform {
            for collection in all { collection.dropUnusedUploads() }
            isDone.fulfill(true)
        }
        _ = isDone.wait()
        return try source.keep(upload: bytes, for: client)
    }
}

extension LiveCollection {
    /// Removes the files of uploaded pictures that neither an item of the order shows nor undo or redo brings back. On the commit
    /// queue: no change comes between looking and removing.
    func dropUnusedUploads() {
        guard let source = source.abilities.posted else { return }
        let used = state.withLock { state -> Set<PostedPicture>? in
            guard state.isOpen, !state.isRemoved else { return nil }
            var used = state.history.pictures
            let items = state.history.items
            for (name, picture) in source.uploads {
                guard let raw = state.items.ordinal(of: name) else { continue }
                let item = ItemOrdinal(raw)
                if items.contains(item) || state.snapshot.contains(item) { used.insert(picture) }
            }
            return used
        }
        if let used { source.dropUploads(except: used) }
    }
}

extension ChangeHistory {
    /// The pictures that undo or redo may show again.
    fileprivate var pictures: Set<PostedPicture> {
        Set((undoable + redoable).flatMap { $0.entry.contents.values.compactMap { $0.content?.picture } })
    }

    /// The items that undo or redo may bring back.
    fileprivate var items: Set<ItemOrdinal> {
        Set((undoable + redoable).flatMap { $0.entry.patch.deletes.map(\.item) + $0.entry.patch.inserts.map(\.item) })
    }
}
