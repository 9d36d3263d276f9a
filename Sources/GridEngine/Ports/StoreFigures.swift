/// What a server's part of a shared store has done since its start.
package struct StoreFigures: Sendable, Equatable {
    /// Appends that were stored, each of one collection.
    package var appends = 0
    /// Appends before which another server came.
    package var overtaken = 0
    /// Changes of other servers that were read.
    package var adopted = 0
    /// Leases of work for all servers that this one took or kept.
    package var leases = 0
    /// Leases that this server has now.
    package var leasesHeld = 0
    /// Connections that were made, the first ones among them.
    package var connections = 0
    /// Seconds that commits took, with the tries and the pauses between them.
    package var commitSeconds = 0.0
    /// Seconds since this server last saw what the others have changed.
    package var unseenSeconds = 0.0

    package init() {}
}
