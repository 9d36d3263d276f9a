import CollectionModel
import Synchronization

/// Shows the parts of a first listing while it goes on: the collection is open from the first part on, and each further one is a
/// change that inserts what was found since.
final class GradualOpening: Sendable {
    private struct State {
        var pace = ListingPace(began: .now)
        var found = 0
        var isOpen = false
        /// Why a part could not be shown: the listing goes on, and is shown at its end.
        var hasFailed = false
    }

    private let state = Mutex(State())
    /// Stores the first order, and opens the collection; `false` when that could not be done.
    private let open: @Sendable (SourceListing) -> Bool
    /// Brings a further part into the collection; `false` when that could not be done.
    private let add: @Sendable (SourceListing) -> Bool
    private let report: @Sendable (_ found: Int) -> Void

    init(
        open: @escaping @Sendable (SourceListing) -> Bool, add: @escaping @Sendable (SourceListing) -> Bool,
        report: @escaping @Sendable (_ found: Int) -> Void
    ) {
        (self.open, self.add, self.report) = (open, add, report)
    }

    /// Whether a part is shown already.
    var isOpen: Bool { state.withLock { $0.isOpen } }

    func note(found: Int) {
        let isDue = state.withLock { state in
            state.found = found
            return state.pace.takeReport(at: .now)
        }
        if isDue { report(found) }
    }

    /// On the listing's thread, which waits meanwhile.
    func show(_ listing: () -> SourceListing) {
        let start = ContinuousClock.now
        let (isDue, isOpen, found) = state.withLock { state in
            (!state.hasFailed && state.pace.isDue(at: start, found: state.found), state.isOpen, state.found)
        }
        guard isDue else { return }
        let part = listing()
        let isShown = isOpen ? add(part) : open(part)
        state.withLock { state in
            state.pace.noteShown(found, from: start, to: .now)
            state.isOpen = state.isOpen || isShown
            state.hasFailed = !isShown
        }
    }
}
