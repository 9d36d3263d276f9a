/// Why a collection is not created, deleted or read, and why settings of a viewer are refused.
extension Reason {
    static func collectionExists(_ id: String) -> Reason {
        Reason(
            "collection-exists", "There is already a collection “\(id)”. Choose another identifier.",
            values: ["id": id])
    }

    static func collectionNotServed(_ title: String) -> Reason {
        Reason(
            "collection-not-served", "\(title) cannot be shown: what is stored of it is damaged.",
            values: ["title": title])
    }

    static var dataSetsTooLarge: Reason {
        Reason(
            "data-sets-too-large",
            "The data sets say more of the pictures than fits into \(DataJoin.bytesLimit >> 30) GiB; the rest is left out.",
            values: ["limit": "\(DataJoin.bytesLimit >> 30)"])
    }

    static func pathsUnsupported(_ title: String) -> Reason {
        Reason(
            "paths-unsupported", "Items of \(title) have no paths. Name them by their identifiers.",
            values: ["title": title])
    }

    static var postingUnsupported: Reason {
        Reason("posting-unsupported", "New collections cannot be created on this server.")
    }

    static func deletionUnsupported(_ title: String) -> Reason {
        Reason(
            "deletion-unsupported", "\(title) cannot be deleted: only collections that were posted can.",
            values: ["title": title])
    }

    static func rectTooLarge(limit: Int) -> Reason {
        Reason(
            "rect-too-large", "The area holds more than \(limit) items. Ask for a smaller one.",
            values: ["limit": "\(limit)"])
    }

    /// A value outside `range`. `unit` follows the numbers in the sentence, with a space before it, such as ` px`.
    static func outOfRange(_ range: ClosedRange<Double>, unit: String = "") -> Reason {
        let (minimum, maximum) = (range.lowerBound.formattedPlainly, range.upperBound.formattedPlainly)
        return Reason(
            "value-out-of-range", "The value must be between \(minimum) and \(maximum)\(unit).",
            values: ["minimum": minimum, "maximum": maximum])
    }
}

extension Double {
    /// A whole number without its `.0`.
    fileprivate var formattedPlainly: String { Int(exactly: self).map(String.init) ?? "\(self)" }
}
