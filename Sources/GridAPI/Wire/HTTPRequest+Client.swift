import GridEngine
import HTTPServer

extension HTTPRequest {
    /// Whose share of viewers, movements and collections a request counts in.
    var client: Client { Client(origin: sender.network, session: sender.session) }
}
