extension GridError {
    /// What to say to people.
    package var reason: Reason {
        switch self {
        case .notFound(let thing, let id):
            Reason("\(thing.rawValue)-not-found", "There is no \(thing.rawValue) \"\(id)\".", values: ["id": id])
        case .noPicture(let id):
            Reason("item-without-picture", "The item \"\(id)\" has no picture.", values: ["id": id])
        case .refused(let reason), .unsupported(let reason, _), .invalid(_, let reason), .conflict(let reason),
            .notReady(let reason), .tooLong(let reason), .notReverted(let reason, _, _):
            reason
        case .opening:
            Reason("still-opening", "The collection is still being read for the first time. Try again in a moment.")
        case .versionMismatch(let current):
            Reason(
                "version-changed",
                "The collection has changed: its version is \(current.version). Read it again, then repeat the change.",
                values: ["version": "\(current.version)"])
        case .keyReused(let key):
            Reason(
                "idempotency-key-reused",
                "The Idempotency-Key \"\(key)\" was used with another method, path or body. Nothing was changed.",
                values: ["key": key])
        case .nothingToUndo: Reason("nothing-to-undo", "There is nothing to undo.")
        case .nothingToRedo: Reason("nothing-to-redo", "There is nothing to redo.")
        case .notStored(.diskFull):
            Reason("disk-full", "The disk is full. Nothing was changed. Free some space, then try again.")
        case .notStored(.damaged):
            Reason(
                "store-damaged", "The stored data of the collection is damaged and cannot be read. Restore a backup.")
        case .notStored(.unreachable):
            Reason(
                "store-unreachable",
                "The database cannot be reached at present, so the change is not confirmed. Try again in a few seconds."
            )
        case .notStored(.locked), .notStored(.failed):
            Reason("not-stored", "The change could not be stored. Nothing was changed. Try again in a few seconds.")
        case .tooMany(let limited, let limit):
            Reason(
                "too-many-\(limited.rawValue)",
                "There are \(limit) \(limited.words), which is the limit. \(limited.cure ?? "Try again later.")",
                values: ["limit": "\(limit)"])
        case .shareUsed(let limited, let share):
            Reason(
                "share-of-\(limited.rawValue)",
                "You have used your share of \(share) \(limited.words). \(limited.cure ?? "Give some up, or try again later.")",
                values: ["limit": "\(share)"])
        case .tooFast(let limited, let perSecond):
            Reason(
                "too-fast-\(limited.rawValue)", "You ask for more than \(perSecond) new \(limited.words) a second.",
                values: ["limit": "\(perSecond)"])
        case .superseded:
            Reason(
                "range-superseded",
                "The viewer sends more than \(RateLimit.rangeEvents.perSecond) range events a second; a newer one was answered instead.",
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

extension GridError.Limited {
    /// What makes room, where time alone does not.
    fileprivate var cure: String? {
        self == .uploads ? "Delete a collection with uploaded pictures to make room." : nil
    }

    fileprivate var words: String {
        switch self {
        case .collections: "collections"
        case .items: "posted items"
        case .megabytes: "MiB of posted items in memory"
        case .viewers: "viewers"
        case .movements: "movements"
        case .changes: "changes waiting to be stored"
        case .savedQueries: "saved queries of a collection"
        case .results: "results of queries"
        case .queries: "queries"
        case .uploads: "MiB of uploaded pictures"
        case .archives: "archives that are being downloaded"
        case .originals: "originals that are being downloaded"
        case .closeLooks: "close looks that wait for others"
        case .labels: "labels or combinations of labels in a collection"
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
