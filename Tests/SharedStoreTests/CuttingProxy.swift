import Foundation
import Synchronization

@testable import SharedStore

/// Stands between a server and its database, and cuts the line at the worst moment, or lets it hang.
final class CuttingProxy: Sendable {
    enum Moment {
        /// Before the database receives the commit.
        case before
        /// After it has committed, before it has said so.
        case after
    }

    private let folder: String
    private let target: String
    private let listener: Int32
    private let moment = Mutex<Moment?>(nil)
    private let hangs: Bool

    /// - Parameters:
    ///   - server: what it leads to.
    ///   - hangs: a line that is cut stays open, and carries nothing any more.
    /// - Throws: when there is no socket to listen on.
    init(to server: PostgresServer, hangs: Bool = false) throws {
        self.hangs = hangs
        folder = NSTemporaryDirectory() + "lookahead-cut-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        target = "\(server.folder)/.s.PGSQL.5432"
        listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let path = "\(folder)/.s.PGSQL.5432"
        guard Self.withAddress(path, { bind(listener, $0, $1) }) == 0, listen(listener, 20) == 0 else {
            throw PostgresServer.Failure(text: "no socket at \(path)")
        }
        Thread.detachNewThread { [self] in accept() }
    }

    deinit {
        close(listener)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Cuts the next commit once. Later connections are left alone.
    func cutNextCommit(_ when: Moment) { moment.withLock { $0 = when } }

    var isArmed: Bool { moment.withLock { $0 != nil } }

    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    func address(of database: String) throws -> StoreAddress {
        let host = folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        return try StoreAddress("postgresql://postgres@\(host)/\(database)")
    }

    private func accept() {
        while true {
            let client = Glibc.accept(listener, nil, nil)
            guard client >= 0 else { return }
            let database = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            _ = Self.withAddress(target) { connect(database, $0, $1) }
            Thread.detachNewThread { [self] in pump(client, to: database, cutting: .before) }
            Thread.detachNewThread { [self] in pump(database, to: client, cutting: .after) }
        }
    }

    /// An append is longer than any question of the thread that follows, and goes in one packet.
    private static let appendBytes = 200

    /// Copies until the end, or until the commit that is to be cut.
    private func pump(_ source: Int32, to target: Int32, cutting side: Moment) {
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        let commit = Array("COMMIT".utf8)
        while true {
            let count = read(source, &buffer, buffer.count)
            guard count > 0 else { break }
            let isCut = moment.withLock { moment in
                guard moment == side,
                    side == .before ? count > Self.appendBytes : Self.contains(buffer[..<count], commit)
                else { return false }
                moment = nil
                return true
            }
            if isCut && hangs { return }
            if isCut { break }
            var sent = 0
            while sent < count {
                let step = buffer[sent..<count].withUnsafeBytes {
                    Glibc.send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                guard step > 0 else { break }
                sent += step
            }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(target, Int32(SHUT_RDWR))
    }

    private static func contains(_ bytes: ArraySlice<UInt8>, _ part: [UInt8]) -> Bool {
        bytes.indices.dropLast(part.count - 1).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
    }

    private static func withAddress(_ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8) + [0]) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
