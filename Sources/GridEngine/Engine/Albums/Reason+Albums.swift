extension Reason {
    static func albumIdentifier(_ id: String) -> Reason {
        Reason(
            "album-identifier", "Identifiers that begin with \"\(Albums.prefix)\" belong to albums.",
            values: ["id": id])
    }

    static func notAnAlbum(_ title: String) -> Reason {
        Reason(
            "not-an-album", "\(title) is no album: items of other collections cannot be put into it.",
            values: ["title": title])
    }

    static func additionTooLarge(limit: Int) -> Reason {
        Reason(
            "addition-too-large", "At most \(limit) items can be put into an album at once.",
            values: ["limit": "\(limit)"])
    }
}
