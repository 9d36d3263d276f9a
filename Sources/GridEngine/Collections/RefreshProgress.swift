/// How far a refresh is, as viewers see it.
package struct RefreshProgress: Sendable {
    package enum Phase: String, Sendable {
        case began, progress, ended
        /// Not a refresh: the source has refused a change of this viewer's author, which was taken back.
        case returned
    }

    /// The name of a collection's first reading.
    static let opening = "opening"

    package var refresh: String
    package var phase: Phase
    /// Items found so far.
    package var done: Int
    /// Items expected: what the collection had before.
    package var total: Int
    /// Why the refresh changed nothing, or why a change was taken back; only at the end.
    package var reason: Reason?

    /// Whether the source is being read for the first time.
    var isOpening: Bool { refresh == Self.opening }
}
