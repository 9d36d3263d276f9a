import CollectionModel

/// Why the engine did not do what was asked. A closed set: `GridAPI` gives each its problem details.
package enum GridError: Error, Sendable {
    package enum Thing: String, Sendable {
        case collection, section, item, viewer, movement
    }

    /// There is no such thing (any more).
    case notFound(Thing, id: String)
    /// The data source refuses, with words for people.
    case refused(reason: String)
    /// The collection cannot do this at all, for example refresh where nothing can be read anew.
    case unsupported(String)
    /// The collection is still being read for the first time.
    case opening
    /// `If-Match` named another version.
    case versionMismatch(current: Int)
    /// A field's value makes no sense; `pointer` is its RFC 6901 place in the body.
    case invalid(pointer: String, detail: String)
    /// A batch update that contradicts itself or the collection, in words with names. Nothing was changed.
    case contradictory(pointer: String, detail: String)
    /// There is nothing to undo or redo.
    case nothingToRevert
    /// The state has moved on, so that this no longer makes sense; ask again.
    case conflict(String)
    /// It could not be made durable. Nothing was changed.
    case notStored(StoreError)
    /// A limit is reached: too many viewers, movements, waiting changes.
    case tooMany(String)
    /// The viewer sends range events faster than they are answered, and a newer one was answered in this one's place.
    case outrun
    case shuttingDown
}
