extension GridError {
    /// The sentence for people.
    package var reason: Reason {
        switch self {
        case .notFound(let thing, let id):
            Reason("\(thing.rawValue)-not-found", thing.missing(id), values: ["id": id])
        case .noPicture(let id):
            Reason("item-without-picture", "The item “\(id)” has no picture.", values: ["id": id])
        case .refused(let reason), .unsupported(let reason, _), .invalid(_, let reason), .conflict(let reason),
            .notReady(let reason), .tooLong(let reason), .notReverted(let reason, _, _):
            reason
        case .opening:
            Reason("still-opening", "The collection is still being read for the first time. Try again in a moment.")
        case .versionMismatch(let current):
            Reason(
                "version-changed",
                "The collection has changed in the meantime. Try again.",
                values: ["version": "\(current.version)"])
        case .keyReused(let key):
            Reason(
                "idempotency-key-reused",
                "The Idempotency-Key \"\(key)\" was used with another method, path or body. Nothing was changed.",
                values: ["key": key])
        case .nothingToUndo: Reason("nothing-to-undo", "Nothing to undo.")
        case .nothingToRedo: Reason("nothing-to-redo", "Nothing to redo.")
        case .notStored(.diskFull):
            Reason("disk-full", "The server’s disk is full. Nothing was changed. Free some space, then try again.")
        case .notStored(.damaged):
            Reason(
                "store-damaged", "The saved data of the collection is damaged and cannot be read. Restore a backup.")
        case .notStored(.unreachable):
            Reason(
                "store-unreachable",
                "The database cannot be reached at present, so the change is not confirmed. Try again in a few seconds."
            )
        case .notStored(.locked), .notStored(.failed):
            Reason("not-stored", "The change could not be saved. Nothing was changed. Try again in a few seconds.")
        case .tooMany(let limited, let limit):
            Reason("too-many-\(limited.rawValue)", limited.reached(limit), values: ["limit": "\(limit)"])
        case .shareUsed(let limited, let share):
            Reason("share-of-\(limited.rawValue)", limited.used(share), values: ["limit": "\(share)"])
        case .tooFast(let limited, let perSecond):
            Reason(
                "too-fast-\(limited.rawValue)",
                "More than \(perSecond) new \(limited.words) were sent within a second. Try again in a moment.",
                values: ["limit": "\(perSecond)"])
        case .superseded:
            Reason(
                "range-superseded",
                "The server responded to a newer position of the view instead.",
                values: ["limit": "\(RateLimit.rangeEvents.perSecond)"])
        case .shuttingDown: Reason("shutting-down", "The server is shutting down. Try again in a few seconds.")
        }
    }
}

extension GridError {
    /// For logs and the owner: what was found in the store, where that failed; otherwise the reason's sentence.
    package var finding: String {
        switch self {
        case .notStored(.damaged(let text)), .notStored(.failed(let text)), .notStored(.unreachable(let text)): text
        default: reason.sentence
        }
    }
}

extension GridError.Thing {
    fileprivate func missing(_ id: String) -> String {
        switch self {
        case .movement: "The move was ended by the server. Try again."
        case .query: "There is no saved search “\(id)”."
        default: "There is no \(rawValue) “\(id)”."
        }
    }
}

extension GridError.Limited {
    /// The limit is reached by all clients together.
    fileprivate func reached(_ limit: Int) -> String {
        switch self {
        case .archives, .originals: "\(limit) \(words) are being downloaded, which is the limit. Try again later."
        case .closeLooks: "\(limit) close looks of yours are waiting, which is the limit. Try again later."
        case .sheets: "\(limit) sheets of yours are waiting, which is the limit. Try again later."
        case .labels: "The collection can have at most \(limit) labels. Remove some first."
        case .savedQueries: "The collection has \(limit) saved searches, which is the limit. Delete one first."
        case .megabytes:
            "Posted items take \(limit) MiB of the server’s memory, which is the limit. Delete a posted collection first."
        case .uploads:
            "Uploaded pictures take \(limit) MiB, which is the limit. Delete a collection with uploaded pictures to make room."
        default: "The server has reached its limit of \(limit) \(words). \(cure ?? "Try again later.")"
        }
    }

    /// A client has its share.
    fileprivate func used(_ share: Int) -> String {
        switch self {
        case .archives, .originals:
            "You are downloading your share of \(share) \(words). Try again when one of them is complete."
        case .collections: "You have used your share of \(share) posted collections. Delete some first."
        case .viewers: "You have used your share of \(share) \(words). Close some, or try again later."
        case .uploads:
            "You have used your share of \(share) MiB for uploaded pictures. Delete a collection with uploaded pictures to make room."
        default: "You have used your share of \(share) \(words). \(cure ?? "Try again later.")"
        }
    }

    /// Makes room, where time alone does not.
    private var cure: String? { self == .items ? "Delete a posted collection first." : nil }

    fileprivate var words: String {
        switch self {
        case .collections: "collections"
        case .items: "posted items"
        case .megabytes: "MiB of posted items"
        case .viewers: "open grids"
        case .movements: "moves at once"
        case .changes: "waiting changes"
        case .savedQueries: "saved searches"
        case .results: "search results in use"
        case .queries: "searches"
        case .uploads: "MiB of uploaded pictures"
        case .archives: "archives"
        case .originals: "originals"
        case .closeLooks: "close looks"
        case .sheets: "sheets"
        case .labels: "labels"
        }
    }
}

/// For logs: what people are not shown of a store's failure stands behind the sentence.
extension GridError: CustomStringConvertible {
    package var description: String {
        guard case .notStored(let error) = self else { return reason.sentence }
        return "\(reason.sentence) (\(error))"
    }
}
