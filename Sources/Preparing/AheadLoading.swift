import GridEngine

/// The pictures that are made before anybody has looked at them.
package enum PreparationScope: String, Sendable, CaseIterable {
    case none
    /// Those around what viewers see; at the beginning of collections that nobody looks at.
    case near
    case all
}

/// How pictures are made that nobody waits for.
package struct AheadLoading: Sendable {
    package var scope: PreparationScope
    /// Behind all other work of the machine. Keeps what it makes on disk alone.
    package var loader: any ItemLoader
    /// Maximum loads at once.
    package var lanes: Int

    package init(scope: PreparationScope, loader: any ItemLoader, lanes: Int) {
        self.scope = scope
        self.loader = loader
        self.lanes = lanes
    }
}
