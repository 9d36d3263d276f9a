/// Why something did not work, for people: a code that a page words in its own language, the values that belong into those
/// words, and an English sentence for logs and scripts.
package struct Reason: Error, Hashable, Sendable, CustomStringConvertible {
    /// Stable, in kebab case, such as `file-empty`. `Public/strings` has words for each.
    package let code: String
    /// The values in the words, such as `["limit": "25"]`.
    package let values: [String: String]
    /// A whole sentence. Ours are English; a source of one's own may have people of another language.
    package let sentence: String
    /// The language of the sentence, as HTML's `lang` has it.
    package let language: String

    package static let english = "en"

    package init(
        _ code: String, _ sentence: String, values: [String: String] = [:], language: String = Reason.english
    ) {
        self.code = code
        self.sentence = sentence
        self.values = values
        self.language = language
    }

    /// A reason whose words include those of another: the code of `cause` is the value `cause`, and its values are among these.
    package init(_ code: String, _ sentence: String, values: [String: String], cause: Reason) {
        var all = cause.values.merging(values) { $1 }
        all["cause"] = cause.code
        self.init(code, sentence, values: all)
    }

    package var description: String { sentence }
}
