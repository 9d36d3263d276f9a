/// Why a source was not read, or its listing not used.
extension Reason {
    static func notRefreshable(_ title: String) -> Reason {
        Reason(
            "not-refreshable", "\(title) cannot be refreshed: there is nothing to read again.", values: ["title": title]
        )
    }

    static func sourceUnreadable(_ title: String, cause: Reason) -> Reason {
        Reason(
            "source-unreadable", "\(title) cannot be read. \(cause.sentence)", values: ["title": title], cause: cause)
    }

    static func sourceUnreadableShownAsLeft(_ title: String, cause: Reason) -> Reason {
        Reason(
            "source-unreadable-kept", "\(title) cannot be read. \(cause.sentence) It is shown as it was last.",
            values: ["title": title], cause: cause)
    }

    /// A source lists nothing although its collection has items; `count` is the number of items whose order is kept.
    static func sourceEmpty(_ title: String, count: Int) -> Reason {
        Reason(
            "source-empty",
            "\(title) is empty now. Check whether its disk is mounted. The order of its \(count) items is kept.",
            values: ["title": title, "count": "\(count)"])
    }

    static var listingCancelled: Reason {
        Reason("listing-cancelled", "Reading was cancelled because the server is shutting down.")
    }
}
