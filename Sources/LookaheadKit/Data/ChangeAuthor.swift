/// Who makes a change, as far as browsers and programs are told apart. People are not named.
public struct ChangeAuthor: Sendable, Hashable {
    /// Opaque, and the same for all changes of one browser or program; `nil` for a program that says nothing of itself.
    public let id: String?
    /// Whether it is a program, and no browser.
    public let isProgram: Bool
}
