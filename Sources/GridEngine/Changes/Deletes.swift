/// Whether a whole order that is given may take away much of the one that is there: it may as well have ended early.
package enum Deletes: Sendable {
    /// At most 100 items, or a tenth of them.
    case few
    case any

    /// - Throws: `.conflict` with the numbers.
    func permit(_ count: Int, of total: Int) throws(GridError) {
        guard case .few = self, count > 100, count > total / 10 else { return }
        throw .conflict(.deletesUnconfirmed(count, of: total))
    }
}

extension Reason {
    static func deletesUnconfirmed(_ count: Int, of total: Int) -> Reason {
        Reason(
            "deletes-unconfirmed",
            "This would delete \(count) of \(total) items: it may have ended early. Nothing was changed. To delete them, repeat it with deletes=accept.",
            values: ["count": "\(count)", "total": "\(total)"])
    }
}
