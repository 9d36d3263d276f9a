/// A data source whose items have pictures. They are decoded in processes of their own, whose first line of `main` is
/// `CollectionServer.decodeIfAsked()`.
public protocol CollectionPictureSource: CollectionDataSource {
    /// The picture of an item. Called ahead of need; when nobody needs it any more, the task is cancelled.
    /// - Parameter id: the item's identifier.
    /// - Returns: `nil` for an item without a picture.
    /// - Throws: any error: the cell shows why.
    func picture(for id: String) async throws -> CollectionPicture?
}

/// The original of a picture: it is scaled and encoded for the browser.
public enum CollectionPicture: Sendable, Equatable {
    /// A file of a picture, by its path.
    case file(String)
    /// The bytes of such a file.
    case bytes([UInt8])
    /// 8-bit sRGB, three bytes a pixel, rows from the top, no padding.
    case pixels(width: Int, height: Int, rgb: [UInt8])
    /// An address in the web, `http` or `https`. Private addresses are refused unless `Configuration.allowPrivate` says otherwise.
    case address(String)
}
