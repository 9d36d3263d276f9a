import JSONText

extension Reason {
    static var marksUnsupported: Reason {
        Reason("marks-unsupported", "The items of this collection cannot be marked.")
    }

    static var starsInvalid: Reason { Reason("stars-invalid", "Stars are a whole number from 0 to 5, or null.") }

    static var flagInvalid: Reason { Reason("flag-invalid", "A flag is \"pick\", \"reject\" or null.") }

    static var timeShiftInvalid: Reason {
        Reason(
            "time-shift-invalid", "A time shift is a number of seconds, at most 100 years, or null.")
    }

    static var tooManyTimeShifts: Reason {
        Reason("too-many-time-shifts", "There are too many different time shifts in this collection.")
    }

    /// - Parameters:
    ///   - name: the mark's.
    ///   - values: that it can have.
    /// - Returns: what such a mark can be.
    static func markInvalid(_ name: String, _ values: [JSONValue]) -> Reason {
        let texts = values.compactMap(\.text).joined(separator: ", ")
        return Reason("mark-invalid", "\(name) is one of \(texts), or null.", values: ["name": name, "values": texts])
    }

    static var labelInvalid: Reason {
        let colours = Label.Colour.allCases.map(\.rawValue).joined(separator: ", ")
        return Reason(
            "label-invalid",
            "A label is a text of 1 to \(Label.nameLimitBytes) bytes without control characters, with one of the colours \(colours).",
            values: ["limit": "\(Label.nameLimitBytes)"])
    }

    static var tooManyLabels: Reason {
        Reason(
            "too-many-item-labels", "An item can have at most \(Label.itemLimit) labels.",
            values: ["limit": "\(Label.itemLimit)"])
    }
}
