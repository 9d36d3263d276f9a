extension Reason {
    static func albumIdentifier(_ id: String) -> Reason {
        Reason(
            "album-identifier", "Identifiers that begin with “\(Albums.prefix)” belong to albums. Choose another.",
            values: ["id": id])
    }

    static func notAnAlbum(_ title: String) -> Reason {
        Reason(
            "not-an-album", "“\(title)” is not an album: items of other collections cannot be added to it.",
            values: ["title": title])
    }

    static func additionTooLarge(limit: Int) -> Reason {
        Reason(
            "addition-too-large", "At most \(limit) items can be added to an album at once.",
            values: ["limit": "\(limit)"])
    }
}
