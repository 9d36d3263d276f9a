/// Work of a server's part of a shared store since its start.
package struct StoreFigures: Sendable, Equatable {
    /// A server that holds leases of work for all.
    package struct Holder: Sendable, Equatable {
        /// Its name among the servers: eight hexadecimal digits, of this start.
        package var server: String
        package var leases: Int

        package init(server: String, leases: Int) {
            self.server = server
            self.leases = leases
        }
    }

    /// This server's name.
    package var server = ""
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
    /// The servers that hold leases, as the database had them a moment ago; `nil` until it was asked.
    package var holders: [Holder]?
    /// Connections that were made, the first ones among them.
    package var connections = 0
    /// Seconds that commits took, with the tries and the pauses between them.
    package var commitSeconds = 0.0
    /// Seconds since this server last saw what the others have changed.
    package var unseenSeconds = 0.0

    package init() {}
}
