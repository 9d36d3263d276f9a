import GridEngine

/// Why a statement was not carried out.
enum PostgresError: Error {
    /// The connection is gone, or was never there: statements under way may have happened.
    case lost(String)
    /// The server refused, by SQLSTATE.
    case refused(state: String, String)
    /// The data read contradicts itself.
    case damaged(String)
    /// Another server did the same first; nothing was stored.
    case overtaken

    /// The state of what the database would have done, and this program does not.
    static let ours = "LOOKA"

    /// Whether the transaction is to be made again: it conflicted with another, or waited for one that waited for it.
    var isConflict: Bool {
        switch self {
        case .refused(let state, _): state == "40001" || state == "40P01"
        case .overtaken: true
        case .lost, .damaged: false
        }
    }

    /// Whether nobody knows if the transaction happened, or another connection is needed to make it.
    var isInDoubt: Bool {
        switch self {
        case .lost: true
        // Class 57: the server is stopping or starting. 40003: it says so itself. 25P03: it ended a session that held heads.
        // 25006: it is a standby by now.
        case .refused(let state, _): ["40003", "25P03", "25006"].contains(state) || state.hasPrefix("57P")
        case .damaged, .overtaken: false
        }
    }

    /// Whether another connection's prepared statements are there, or this one's are not.
    var isOfAnotherSession: Bool {
        if case .refused(let state, _) = self { state == "42P05" || state == "26000" } else { false }
    }

    var finding: String {
        switch self {
        case .lost(let text), .damaged(let text): text
        case .overtaken: "another server was first"
        case .refused(Self.ours, let text): text
        case .refused(let state, let text): "\(text) (\(state))"
        }
    }
}
