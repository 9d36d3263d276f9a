/// How the page shows a collection first. People and the element's attributes choose another.
public enum CollectionLayout: Sendable, Equatable {
    /// Columns of cells of one size, as many as fit.
    case column
    /// Rows of pictures of one height.
    case justified
    /// Blocks of large and small cells.
    case mosaic
    /// One row for each item.
    case list

    var name: String {
        switch self {
        case .column: "column"
        case .justified: "justified"
        case .mosaic: "mosaic"
        case .list: "list"
        }
    }
}
