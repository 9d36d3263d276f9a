/// How the descriptors that a process may open are shared out: a third for connections, a third for the originals that are sent over
/// them, and the rest for everything else. Pure.
package struct DescriptorBudget: Equatable, Sendable {
    /// Kept for the store, decoders, folders that are watched and pictures that are read, where there are twice as many.
    package static let kept = 64
    /// With fewer, some people are refused pictures that they would have got otherwise.
    package static let comfortable = 16_384

    private static let mostConnections = 8192
    private static let mostOfAddress = 2048
    private static let mostOfProxy = 6144
    static let mostOriginals = 4096

    /// The limit that it was made from.
    package let limit: Int
    /// Further connections wait in the kernel.
    package let connections: Int
    /// Limits of one address, and of a trusted proxy, which brings many people.
    package let connectionsPerAddress: Int
    package let connectionsPerProxy: Int
    /// Originals that are sent at the same time.
    package let originals: Int

    /// - Parameter limit: of open files of this process (`RLIMIT_NOFILE`).
    package init(limit: Int) {
        self.limit = limit
        let free = max(0, limit - min(Self.kept, limit / 2))
        connections = min(max(8, free / 3), Self.mostConnections)
        // One address leaves half to the others.
        connectionsPerAddress = min(max(6, connections / 2), Self.mostOfAddress)
        connectionsPerProxy = min(max(6, connections / 4 * 3), Self.mostOfProxy)
        originals = min(max(4, free / 3), Self.mostOriginals)
    }
}
