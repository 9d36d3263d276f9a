import CollectionQuery

/// How much is known of what can be asked for.
package struct FieldReading: Sendable {
    /// Whether every item was looked at once: queries are answered.
    package var isFilled: Bool
    /// Whether every item was looked at, and every file has been read or has failed for a reason of its own.
    package var isComplete: Bool
    /// How far the files' metadata is read, while it is being read; the total is 0 until the files are looked up.
    package var progress: (done: Int, total: Int)?
    /// Items whose file could not be read for a reason that may pass; they are read again.
    package var waiting: Int

    init(_ state: CollectionQueries.State) {
        isFilled = state.filling == .filled
        isComplete = state.isComplete
        progress = state.metadata.isReading ? (state.metadata.done, state.metadata.total) : nil
        waiting = state.metadata.waiting.count
    }
}

/// Counts of values.
package struct FacetList: Sendable {
    package var facets: [Facet]
    /// How much of what they count is known.
    package var reading: FieldReading
}
