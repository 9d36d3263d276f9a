/// What is remembered of a collection beside its versions.
package enum StoredNote: String, Sendable {
    /// The newest version that was written back to the source.
    case delivered
    /// What the source called the state that was listed last.
    case revision
}
