import CollectionModel

/// Why the engine did not do what was asked. A closed set: `GridAPI` maps each case to an HTTP status, and `reason` has the
/// words.
package enum GridError: Error, Sendable, Equatable {
    package enum Thing: String, Sendable {
        case collection, section, item, viewer, movement, query
    }

    /// The things that the engine keeps a limited number of.
    package enum Limited: String, Sendable {
        case collections, items, megabytes, viewers, movements, changes, results, queries, labels
        case savedQueries = "saved-queries"
        case uploads = "uploaded-megabytes"
        case archives, originals
        case closeLooks = "close-looks"
        case sheets
    }

    /// There is no such thing, or it is gone.
    case notFound(Thing, id: String)
    /// The item is there, and has no picture.
    case noPicture(String)
    /// The data source does not allow it.
    case refused(Reason)
    /// The collection cannot do this at all, for example refresh when there is nothing to read again.
    case unsupported(Reason, Field? = nil)
    /// The collection is still being read for the first time.
    case opening
    /// The change was to be made to another version than the newest.
    case versionMismatch(current: StoredHead)
    /// A part of the request makes no sense, or contradicts the collection or another part.
    case invalid(Field, Reason)
    /// The idempotency key was used with another request.
    case keyReused(String)
    /// A change cannot be taken back; `older` is the client's change before it.
    case notReverted(Reason, RevertedChange, older: RevertedChange?)
    case nothingToUndo
    case nothingToRedo
    /// The collection has changed such that this no longer makes sense.
    case conflict(Reason)
    /// The change could not be made durable.
    case notStored(StoreError)
    case tooMany(Limited, limit: Int)
    /// The client has its share of them; others can have more.
    case shareUsed(Limited, share: Int)
    /// The data for it are being read: try again in a second.
    case notReady(Reason)
    /// It was stopped after its time.
    case tooLong(Reason)
    /// The client asks for more of them in a second than it is given.
    case tooFast(Limited, perSecond: Int)
    /// The viewer sends range events faster than they are answered, and a newer one was answered instead of this one.
    case superseded
    case shuttingDown
}

/// Why the store did not do what it was asked to.
package enum StoreError: Error, Sendable, Equatable {
    /// Another server works on this data folder.
    case locked(pid: Int32?, url: String?)
    case diskFull
    /// The store cannot be reached: to be tried again in some seconds.
    case unreachable(String)
    case damaged(String)
    case failed(String)
}

extension GridError {
    /// The part of a request that a refusal is about. The engine knows no request bodies: `GridAPI` maps a field to its place
    /// in one.
    package enum Field: Hashable, Sendable {
        // Viewers and layouts.
        case width, height, pixelRatio, reach, rect
        /// The first item of a sheet.
        case index
        // Versions and places.
        case fromVersion
        /// The place that an item is moved to; its section; its index in the section.
        case target, targetSection, targetItem
        /// One of the ranges of a selection.
        case range(Int)
        // Queries: a JSON pointer into the document, and one of the fields that are counted.
        case query(String), facet(Int)
        // Items.
        case attributes
        /// The body is one, and no picture.
        case picture
        /// The body is one, and no table of items.
        case table
        /// A JSON pointer to a mark in the request.
        case mark(String)
        // Stacks: the items of one, and its face.
        case stack, face
        // A whole order, by places in it.
        case section(Int), sectionID(Int), item(section: Int, item: Int), itemID(section: Int, item: Int)
        // A batch update.
        case operation(BatchUpdateError.Source)
    }
}
