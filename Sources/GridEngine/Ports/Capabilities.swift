/// The changes that a collection's items allow.
package struct Capabilities: Sendable, Equatable {
    package var move: Bool
    package var insert: Bool
    package var delete: Bool
    package var refresh: Bool
    /// Whether items can be marked.
    package var marks: Bool
    /// The ratings that an item can take.
    package var rate: [String]
    /// Whether pages offer these ratings beside stars, flags and labels, which say the same.
    package var offersRatings: Bool
    /// Whether the files of items are served as they are.
    package var originals: Bool
    /// Whether items have a path, or an address in the web.
    package var paths: Bool
    /// The layout that suits the collection best; `nil` for the first there is.
    package var layout: String?
    /// Its numbers, by the names of the layout's options. Lengths of cells are those at the usual size of pages, which scale them.
    package var layoutOptions: [String: Double]

    package init(
        move: Bool = true, insert: Bool = false, delete: Bool = false, refresh: Bool = true,
        marks: Bool = true, rate: [String] = ["like", "dislike"], originals: Bool = false, paths: Bool = false,
        offersRatings: Bool = false, layout: String? = nil, layoutOptions: [String: Double] = [:]
    ) {
        self.move = move
        self.insert = insert
        self.delete = delete
        self.refresh = refresh
        self.marks = marks
        self.rate = rate
        self.offersRatings = offersRatings
        self.originals = originals
        self.paths = paths
        self.layout = layout
        self.layoutOptions = layoutOptions
    }
}
