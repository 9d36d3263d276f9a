import CollectionModel

/// A source whose items come through the interface. The engine stores what it is given and returns it at the next start;
/// there is nothing to list.
package protocol PostedSource: ItemSource {
    /// Takes over what items show from now on, by identifier. Called once they are durable, before anyone sees them.
    func adopt(_ items: [SourceItem])
}
