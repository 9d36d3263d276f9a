import GridEngine

/// Numbered items whose contents lie in a database next door, as it were: read in batches, some milliseconds a call and some
/// microseconds an item. Benchmarks of prefetched data use it.
package struct DistantItems: ItemSource, ContentSource {
    private let numbered: NumberedItems
    private let callTime: Duration
    private let itemTime: Duration

    /// - Parameters:
    ///   - numbered: the items.
    ///   - callTime: of a call, whatever it asks for.
    ///   - itemTime: of each item of it.
    package init(
        _ numbered: NumberedItems, callTime: Duration = .milliseconds(5), itemTime: Duration = .microseconds(20)
    ) {
        (self.numbered, self.callTime, self.itemTime) = (numbered, callTime, itemTime)
    }

    package var id: String { numbered.id }
    package var title: String { numbered.title }
    package var capabilities: Capabilities { numbered.capabilities }
    package var abilities: SourceAbilities {
        var abilities = numbered.abilities
        abilities.contents = self
        return abilities
    }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        try numbered.list(cancellation: cancellation, progress: progress)
    }

    package func item(_ id: String) -> SourceItem? {
        guard numbered.has(id) else { return nil }
        return SourceItem(id: id, title: "", kind: "number", revision: 1, hasImage: false)
    }

    package func items(for ids: [String]) async throws -> [SourceItem] {
        try await Task.sleep(for: callTime + itemTime * ids.count)
        return ids.compactMap { numbered.item($0) }
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        throw .missing
    }
}
