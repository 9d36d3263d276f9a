/// A change that its source has refused, and that was taken back.
package struct ReturnedChange: Sendable, Equatable {
    /// The version that it led to.
    package var version: Int
    /// As `ChangeAuthor.id`; `nil` for a program that says nothing of itself.
    package var author: String?
    /// A sentence for people.
    package var reason: Reason
}
