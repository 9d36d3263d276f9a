import CollectionModel

/// Pictures that are uploaded for posted items.
extension GridEngine {
    /// Keeps a file, and has an item show it. Blocks while it is written.
    /// - Parameters:
    ///   - bytes: of the file, at most `PostedPicture.uploadLimitBytes`.
    ///   - item: its identifier.
    ///   - id: the identifier of the collection.
    ///   - options: of the change.
    ///   - completion: called once, on the commit thread.
    /// - Throws: `.notFound`; `.unsupported` where the collection was not posted; `.invalid` for what is no picture; `.tooMany`,
    ///   `.notStored`. What is refused later goes to `completion`; the file is not kept then.
    package func upload(
        _ bytes: [UInt8], for item: String, in id: String, options: ChangeOptions = .none,
        completion: @escaping ChangeCompletion
    ) throws(GridError) {
        let collection = try served(id).collection
        guard let source = collection.source as? any PostedSource else {
            throw .unsupported(.contentUnsupported(collection.source.title))
        }
        _ = try collection.ordinal(of: item)
        guard PictureSignature.isPicture(bytes) else { throw .invalid(.picture, .notAPicture) }
        let picture = try source.keep(upload: bytes)
        var change = ItemChange()
        change.picture = .some(picture)
        do throws(GridError) {
            try patch(item, in: id, change, options: options) { result in
                // A repetition is answered with the first one's change.
                if source.item(item)?.picture != picture { source.drop(upload: picture) }
                completion(result)
            }
        } catch {
            source.drop(upload: picture)
            throw error
        }
    }
}
