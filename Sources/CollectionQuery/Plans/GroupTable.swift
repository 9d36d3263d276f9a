import CollectionModel
import Synchronization

/// The sections of grouped results by key, shared by all results of a collection, so that the same group has the same ordinal in
/// each and the difference of two results keeps it.
///
/// Thread-safe. Only grows, up to its limit.
package final class GroupTable: Sendable {
    /// Ordinals from here on are groups'; those below are the collection's own sections.
    package static let firstOrdinal: UInt32 = 1 << 31
    package static let limit = 1 << 20
    /// The id of the section of sorted results that are not grouped, which has no title.
    package static let wholeID = "all"

    private struct State {
        var ordinals: [String: UInt32] = [:]
        var groups: [(id: String, title: String)] = []
    }

    private let state = Mutex(State())
    private let limit: Int

    /// - Parameter limit: maximum groups.
    package init(limit: Int = GroupTable.limit) {
        self.limit = max(limit, 1)
        _ = ordinal(of: Self.wholeID, title: "")
    }

    /// The ordinal of a group, which is given when it is asked for first; that of `wholeID` when there are too many.
    package func ordinal(of id: String, title: String) -> SectionOrdinal {
        find(id, title: title) ?? SectionOrdinal(Self.firstOrdinal)
    }

    /// The same; `nil` when there are too many.
    func find(_ id: String, title: String) -> SectionOrdinal? {
        state.withLock { state in
            if let known = state.ordinals[id] {
                // A span grows at its end.
                state.groups[Int(known - Self.firstOrdinal)].title = title
                return SectionOrdinal(known)
            }
            guard state.groups.count < limit else { return nil }
            let ordinal = Self.firstOrdinal + UInt32(state.groups.count)
            state.ordinals[id] = ordinal
            state.groups.append((id, title))
            return SectionOrdinal(ordinal)
        }
    }

    /// - Precondition: the ordinal came from this table.
    package func group(_ ordinal: SectionOrdinal) -> (id: String, title: String) {
        state.withLock { $0.groups[Int(ordinal.rawValue - Self.firstOrdinal)] }
    }
}
