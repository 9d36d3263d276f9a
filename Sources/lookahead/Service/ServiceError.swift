import Glibc
import GridEngine
import HTTPServer
import Renditions

/// Why the program cannot serve. The description is written to stderr.
enum ServiceError: Error, CustomStringConvertible {
    case store(StoreError, folder: String)
    case server(HTTPServerError)
    case noPage
    case token(TokenChoice.Refusal)
    case tls(TLSProblem)
    case renditionKey(RenditionKeyFile.Refusal)
    case sockets(Int)

    /// 3 for a data folder in use, so that scripts can tell; 64, as for other arguments, for a token that cannot be used; 1 for
    /// everything else.
    var exitCode: Int32 {
        switch self {
        case .store(.locked, _): 3
        case .token, .tls, .renditionKey: 64
        default: 1
        }
    }

    var description: String {
        switch self {
        case .store(.locked(let pid, let url), let folder):
            "Another Lookahead is using the data folder \(folder)"
                + (pid.map { ": process \($0)" } ?? "") + (url.map { ", at \($0)" } ?? "")
                + ". Stop it, or choose another folder with --data."
        case .store(.diskFull, let folder):
            "The disk of the data folder \(folder) is full. Free some space, then start again."
        case .store(.damaged(let text), _), .store(.failed(let text), _), .store(.unreachable(let text), _): text
        case .server(.portInUse(let port)):
            "Port \(port) is in use by another program. Choose another one with --port; 0 means any free port."
        case .server(.tokenRequired(let host)):
            "Other machines can reach \(host). Add --token auto, or --token-file with a token of your own."
        case .server(let error): "The server did not start: \(error.description)."
        case .token(let refusal): refusal.description
        case .tls(let problem): "TLS cannot be used: \(problem.description)."
        case .renditionKey(let refusal): refusal.description
        case .sockets(let count):
            "The service manager gave \(count) sockets. One is needed: one ListenStream= in the unit."
        case .noPage:
            "The folder Public with the page was not found next to the program. Set LOOKAHEAD_PUBLIC to its path."
        }
    }
}

/// Writes a line to stderr.
func writeError(_ text: String) {
    let line = Array("lookahead: \(LogText.escaped(text))\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
