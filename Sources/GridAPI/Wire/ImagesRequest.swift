import JSONText

/// `{"items":["harbour","market"],"width":160}`: pictures that are asked for together.
struct ImagesRequest: DeclaredBody, Sendable {
    var items: [String] = []
    var width = 0

    static let shape = BodyShape<Self>(
        "ImagesRequest",
        [
            .required("items", \.items, .strings(1...32, "items")),
            .required("width", \.width, .integer(1...2560), "of the square that each picture covers, in px"),
        ])
}

/// `{"title":"…"}` of an album that is created.
struct NewAlbum: DeclaredBody {
    var title = ""

    static let shape = BodyShape<Self>(
        "NewAlbum", [.required("title", \.title, .visibleTitle, "not of white space alone")])
}

/// `{"title":"…"}` of a section or a collection, which is changed.
struct TitlePatch: DeclaredBody {
    var title = ""

    static let shape = BodyShape<Self>(
        "TitlePatch", [.required("title", \.title, .title)], note: "RFC 7396 merge patch; at most 4 KiB")
}
