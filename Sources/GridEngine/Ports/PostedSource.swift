import CollectionModel

/// A source whose items come through the interface. The engine stores what it is given and returns it at the next start;
/// there is nothing to list. It knows what items show, not which there are: `item` describes any identifier.
package protocol PostedSource: Sendable {
    /// Takes over what the items of a new collection show, or of one that was stored. Called once, before anyone sees them.
    func adopt(_ contents: PostedContents, of items: IdentifierTable)

    /// Takes over what items show from now on, by identifier. Called once they are durable, before anyone sees them.
    func adopt(_ items: [SourceItem])

    /// Keeps the file of a picture. Blocks while it is written; it is durable on return, and stays until `release` at least.
    /// - Throws: `.tooMany`, `.shareUsed` where it does not fit, `.notStored` where it cannot be written, `.unsupported` where none
    ///   are kept.
    func keep(upload bytes: [UInt8], for client: Client?) throws(GridError) -> PostedPicture

    /// Ends a `keep`: a change names the picture now, or never will. Call it once for each.
    func release(upload picture: PostedPicture)

    /// The items that show an uploaded picture, or did when they were deleted.
    var uploads: [(item: String, picture: PostedPicture)] { get }

    /// Whether so much was uploaded that it is worth calling `dropUploads(except:)`.
    var mayHaveUnusedUploads: Bool { get }

    /// Removes the files that nothing names. Those that are being uploaded stay.
    func dropUploads(except used: Set<PostedPicture>)

    /// Removes all files of a collection that was deleted.
    func dropUploads()
}
