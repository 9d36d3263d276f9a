import Foundation
import GRDB
import GridEngine
import StoredForms

extension StoreError {
    /// The one mapping from errors of SQLite and the file system to those of the engine.
    init(_ error: any Error, path: String) {
        switch error {
        case let error as StoreError:
            if case .damaged(let finding) = error { self = .damaged(Self.text(finding, path)) } else { self = error }
        case let error as Damage:
            self = .damaged(Self.text(error.finding, path))
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_FULL: self = .diskFull
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .damaged(Self.text(error.message ?? "unreadable", path))
            default: self = .failed("\(path): \(error.message ?? error.description)")
            }
        default:
            self = .failed("\(path): \(error.localizedDescription)")
        }
    }

    private static func text(_ finding: String, _ path: String) -> String {
        "\(path) is damaged (\(finding)). It was left as it is. \"lookahead recover\" shows what can be recovered."
    }
}
