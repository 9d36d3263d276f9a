import GridEngine
import ItemSources

/// The landscapes on the program's own picture server, for `URLListSource`. Nothing is stored per item.
package struct LandscapeURLs: URLCatalogue {
    private let landscapes: Landscapes
    private let root: String

    /// `origin` is the server's address, without a slash at its end.
    package init(_ landscapes: Landscapes, origin: String) {
        self.landscapes = landscapes
        root = "\(origin)/\(landscapes.id)/"
    }

    package func sections(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> [SourceListing.Section] {
        try landscapes.list(cancellation: cancellation, progress: progress).sections
    }

    /// The port may be another each time; the picture is the same.
    package func entry(_ id: String) -> URLEntry? {
        guard let item = landscapes.item(id) else { return nil }
        return URLEntry(
            id: id, title: item.title, address: "\(root)\(id).jpg", width: item.width, height: item.height,
            revision: item.revision)
    }
}
