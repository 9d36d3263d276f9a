import Glibc
import GridEngine
import HTTPServer

/// Why the program ends before it serves, in words for the one who started it.
enum ServiceError: Error, CustomStringConvertible {
    case store(StoreError, folder: String)
    case server(HTTPServerError)
    case noPage

    /// 3 for a data folder in use, so that scripts can tell; 1 for the rest.
    var exitCode: Int32 {
        if case .store(.locked, _) = self { 3 } else { 1 }
    }

    var description: String {
        switch self {
        case .store(.locked(let pid, let url), let folder):
            "The data folder \(folder) is in use by another Lookahead"
                + (pid.map { ", process \($0)" } ?? "") + (url.map { ", at \($0)" } ?? "")
                + ". Stop it, or name another folder with --data."
        case .store(.diskFull, let folder): "The disk of the data folder \(folder) is full."
        case .store(.damaged(let text), _), .store(.failed(let text), _): text
        case .server(.portInUse(let port)):
            "Port \(port) is in use by another program. Name another one with --port; 0 takes any that is free."
        case .server(.tokenRequired(let host)):
            "\(host) can be reached from other machines. Add --token auto, or a --token of your own."
        case .server(let error): "The server did not start: \(error.description)."
        case .noPage: "The page's folder Public is missing beside the program. LOOKAHEAD_PUBLIC may name it."
        }
    }
}

/// Writes a line to stderr.
func writeError(_ text: String) {
    let line = Array("lookahead: \(text)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
}
