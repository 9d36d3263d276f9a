import ArgumentParser
import CollectionStore
import Glibc
import JSONText

/// `lookahead health`: whether the server of a data folder responds, for containers and scripts that have no HTTP client.
struct Health: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Ask the server of a data folder whether it responds.",
        discussion: """
            Prints what /healthz says. The status is 0 when the server responds, and 1 when it does not.
            """)

    @Option(
        help: "The folder that stores orders and ratings. (default: $LOOKAHEAD_DATA or $XDG_DATA_HOME/lookahead)",
        completion: .directory)
    var data: String?

    @Flag(help: "The status is also 1 while collections are being read.")
    var ready = false

    @Option(
        help:
            "A file whose first line is the server's access token. LOOKAHEAD_TOKEN in the environment can hold it too.",
        completion: .file())
    var tokenFile: String?

    func run() throws {
        let folder = data ?? environment("LOOKAHEAD_DATA") ?? UserFolders.data
        do {
            guard let found = FolderLock.server(of: folder) else {
                throw LocalServer.Failure(description: "No server uses the data folder \(folder).")
            }
            let file = tokenFile ?? environment("LOOKAHEAD_TOKEN_FILE")
            let token = try TokenChoice.choose(
                argument: nil, file: file, environment: environment(TokenChoice.variable))
            let server = LocalServer(
                address: found.address, token: token?.token.text, certificateFile: found.certificateFile)
            print(String(decoding: try server.json(ready ? "/healthz/ready" : "/healthz").encoded, as: UTF8.self))
        } catch {
            writeError("\(error)")
            throw ExitCode(1)
        }
    }
}
