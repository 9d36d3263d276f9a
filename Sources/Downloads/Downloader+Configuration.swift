extension Downloader {
    /// Every limit of a downloader.
    package struct Configuration: Sendable {
        /// The addresses that may be connected to.
        package var addresses = AddressRule.publicOnly
        /// From the start, redirects included.
        package var timeLimit = Duration.seconds(60)
        package var connectTimeLimit = Duration.seconds(10)
        /// Minimum speed in bytes per second.
        package var leastSpeed = 512
        /// Maximum time below the minimum speed.
        package var slownessLimit = Duration.seconds(15)
        /// Maximum size of one body.
        package var sizeLimitBytes = 256 * 1024 * 1024
        package var redirectLimit = 5
        package var connectionsPerHost = 8
        package var connections = 64
        package var userAgent = "Lookahead"

        package init() {}
    }
}
