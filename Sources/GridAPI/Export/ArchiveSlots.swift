import Synchronization

/// The archives that are being sent: each keeps names and sizes of all its files in memory, and reads as fast as it is taken.
final class ArchiveSlots: Sendable {
    /// Maximum number of archives at the same time.
    static let limit = 8

    /// A place among them, until the last reference is gone.
    final class Slot: Sendable {
        private let slots: ArchiveSlots

        fileprivate init(_ slots: ArchiveSlots) { self.slots = slots }

        deinit { slots.taken.subtract(1, ordering: .relaxed) }
    }

    private let taken = Atomic<Int>(0)

    /// `nil` when all are taken.
    func take() -> Slot? {
        let (before, _) = taken.add(1, ordering: .relaxed)
        if before < ArchiveSlots.limit { return Slot(self) }
        taken.subtract(1, ordering: .relaxed)
        return nil
    }
}
