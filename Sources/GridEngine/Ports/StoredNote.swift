/// A note about a collection, beside its versions.
package enum StoredNote: String, Sendable {
    /// The newest version that was written back to the source.
    case delivered
    /// The source's own name of the state that was listed last.
    case revision
}
