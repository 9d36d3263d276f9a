/// What viewers need of a collection's items, as it changes.
public enum ItemDemand: Sendable, Equatable {
    /// Items that are in view, or soon will be: their contents are asked for now.
    case prefetch([String])
    /// Items of an earlier `prefetch` that nobody needs any more: their task was cancelled.
    case cancel([String])
    /// The items that anybody sees, at most 10,000. At most once a second, and only when they are others than before.
    case visible(Set<String>)
}
