/// Why an order is no snapshot.
public enum SnapshotError: Error, Hashable, Sendable {
    /// The item is in the order twice.
    case duplicateItem(ItemOrdinal)
    /// The section is in the order twice.
    case duplicateSection(SectionOrdinal)
}
