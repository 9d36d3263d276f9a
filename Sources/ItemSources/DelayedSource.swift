import GridEngine

/// Another source, made slow: each original comes after an artificial time, as from a distant server.
package struct DelayedSource: ItemSource {
    private let source: any ItemSource
    private let milliseconds: ClosedRange<Int>
    private let seed: UInt64
    /// Of an original's wait, for what a preview is made of.
    private static let smallPercent = 15

    package init(_ source: any ItemSource, milliseconds: ClosedRange<Int>, seed: UInt64) {
        self.source = source
        self.milliseconds = milliseconds
        self.seed = seed
    }

    package var id: String { source.id }
    package var title: String { source.title }
    package var capabilities: Capabilities { source.capabilities }

    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        try source.list(cancellation: cancellation, progress: progress)
    }

    package func item(_ id: String) -> SourceItem? { source.item(id) }

    /// Waits, then answers as the source does. A cancellation wakes it at once.
    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        let wait = milliseconds(for: id)
        guard Pause().wait(milliseconds: wait, cancellation: cancellation) else { throw .cancelled }
        return try source.original(of: id, cancellation: cancellation)
    }

    /// A small part of the wait, as a distant server's thumbnail would take. Made of the original where that is all there is.
    package func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? {
        let wait = milliseconds(for: id) * Self.smallPercent / 100
        guard Pause().wait(milliseconds: wait, cancellation: cancellation) else { throw .cancelled }
        if let small = try source.smallOriginal(of: id, cancellation: cancellation) { return small }
        return try source.original(of: id, cancellation: cancellation)
    }

    package func mayMove(_ id: String) -> MovePermission { source.mayMove(id) }

    package func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget {
        source.target(forMoving: id, proposed: proposed, sections: sections)
    }

    /// The same for an item each time: a demo looks the same under the same seed.
    func milliseconds(for id: String) -> Int {
        let name = UInt64(truncatingIfNeeded: ItemIdentifier.hash(id.utf8))
        var random = SeededRandom(seed: seed ^ name)
        return milliseconds.lowerBound + Int(random.next() % UInt64(milliseconds.count))
    }
}
