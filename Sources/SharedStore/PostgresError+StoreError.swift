import GridEngine

extension StoreError {
    init(_ error: PostgresError) {
        switch error {
        case .lost(let text): self = .unreachable("The database cannot be reached: \(text)")
        case .damaged(let text): self = .damaged("The database is damaged: \(text).")
        case .overtaken: self = .unreachable("The database takes no work: other servers came first each time.")
        case .refused("53100", _): self = .diskFull
        case .refused(let state, _) where state.hasPrefix("57P") || state.hasPrefix("53"):
            self = .unreachable("The database takes no work: \(error.finding)")
        case .refused("25006", _): self = .unreachable("The database is read-only: \(error.finding)")
        case .refused where error.isOfAnotherSession:
            self = .failed("The database cannot be used: \(SessionCheck.finding).")
        case .refused(PostgresError.ours, let text): self = .failed("The database cannot be used: \(text).")
        case .refused: self = .failed("The database refused: \(error.finding)")
        }
    }
}
