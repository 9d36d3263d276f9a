/// Why something was not done. The description is a sentence for people.
public struct CollectionError: Error, Sendable, Equatable, CustomStringConvertible {
    /// Stable, in kebab case, such as `duplicate-item` or `port-in-use`.
    public let code: String
    /// A whole sentence in English.
    public let description: String

    /// Makes an error, such as a refusal by a source.
    public init(_ code: String, _ description: String) {
        self.code = code
        self.description = description
    }

    /// A change that its source does not accept, for `CollectionMoving.didCommit(_:)`: it is taken back, and its author reads the sentence.
    public static func refusal(_ sentence: String) -> CollectionError { CollectionError(refusalCode, sentence) }

    static let refusalCode = "source-refused"

    var isRefusal: Bool { code == Self.refusalCode }
}
