/// Why an order is no snapshot.
package enum SnapshotError: Error, Hashable, Sendable {
    case duplicateItem(ItemOrdinal)
    case duplicateSection(SectionOrdinal)
}
