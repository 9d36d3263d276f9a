import JSONText

/// The marks that people gave an item.
public struct ItemMarks: Sendable, Equatable {
    /// A choice between items.
    public enum Flag: Sendable {
        /// To be kept.
        case pick
        /// To be left out.
        case reject
    }

    /// 1 to 5; `nil` without stars.
    public var stars: Int?
    /// `nil` without a flag.
    public var flag: Flag?
    /// `like` or `dislike`; `nil` without a rating.
    public var rating: String?
    /// `red`, `yellow`, `green`, `blue` or `purple`; `nil` without a colour.
    public var colourLabel: String?
    /// The names of its labels, in the order in which they were given.
    public var labels: [String]

    /// - Parameter attributes: as an item has them, `null` where somebody took a mark away.
    init(_ attributes: JSONObject) {
        if case .int(let number)? = attributes["stars"] { stars = number }
        switch attributes["flag"]?.text {
        case "pick": flag = .pick
        case "reject": flag = .reject
        default: flag = nil
        }
        rating = attributes["rating"]?.text
        colourLabel = attributes["colourLabel"]?.text
        labels = []
        guard case .array(let values)? = attributes["labels"] else { return }
        for case .object(let label) in values { if let name = label["name"]?.text { labels.append(name) } }
    }
}
