import Foundation
import GridEngine
import Synchronization
import Testing

@testable import SharedStore

/// A PostgreSQL of the tests' own, on a socket in a temporary folder, started once and stopped with the process. It refuses to run
/// as root: then it runs as the user that its package made.
///
/// `LOOKAHEAD_TEST_STORE` names another database to test with, of any engine that speaks the same protocol. Tests that stop the
/// server still use their own.
final class PostgresServer: Sendable {
    let folder: String
    private let lastDatabase = Mutex(0)

    /// - Throws: when PostgreSQL is not installed, or does not start.
    init() throws {
        folder = NSTemporaryDirectory() + "lookahead-pg-\(UUID().uuidString.prefix(8))"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        chmod(folder, 0o777)
        try run("initdb", "-D", "\(folder)/data", "-A", "trust", "-U", "postgres", "--no-sync", "--no-instructions")
        try start()
    }

    /// The server that tests share.
    static let shared = Result { () throws -> PostgresServer in
        let server = try PostgresServer()
        stopAtExit.withLock { $0.append(server) }
        atexit { PostgresServer.stopAtExit.withLock { $0 }.forEach { $0.remove() } }
        return server
    }
    private static let stopAtExit = Mutex<[PostgresServer]>([])

    func start() throws {
        // No flushes: what is tested here is killed processes, not cut power.
        let options = "-k \(folder) -c listen_addresses= -c fsync=off -c max_connections=200 -c shared_buffers=16MB"
        try run("pg_ctl", "-D", "\(folder)/data", "-w", "-l", "\(folder)/log", "-o", options, "start")
    }

    /// Stops it as a crash does: every connection breaks.
    func crash() throws { try run("pg_ctl", "-D", "\(folder)/data", "-w", "-m", "immediate", "stop") }

    func remove() {
        try? crash()
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The address of a database, new unless a name is given.
    func database() throws -> StoreAddress {
        let number = lastDatabase.withLock { last in
            last += 1
            return last
        }
        let administration = try PostgresConnection(to: address(of: "postgres"))
        try administration.run(Statement("CREATE DATABASE test\(number)"))
        return try address(of: "test\(number)")
    }

    func address(of database: String) throws -> StoreAddress {
        let host = folder.addingPercentEncoding(withAllowedCharacters: .alphanumerics)!
        return try StoreAddress("postgresql://postgres@\(host)/\(database)")
    }

    /// Runs a program of PostgreSQL's to its end. Not by `Process`, which waits until nobody holds what a child inherits: the server
    /// that is started goes on holding it.
    private func run(_ program: String, _ arguments: String...) throws {
        let path = try Self.programs.get() + "/" + program
        let closing =
            "for f in /proc/$$/fd/*; do n=${f##*/}; [ $n -gt 2 ] && eval \"exec $n>&-\"; done; "
            + "cd \"$1\"; shift; exec \"$@\" </dev/null >/dev/null 2>&1"
        let asOther = geteuid() == 0 ? ["runuser", "-u", "postgres", "--"] : []
        let words = ["/bin/bash", "-c", closing, "bash", folder] + asOther + [path] + arguments
        var pointers = words.map { strdup($0) } + [nil]
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        guard posix_spawn(&child, "/bin/bash", nil, nil, &pointers, environ) == 0 else {
            throw Failure(text: "\(program) cannot be started")
        }
        var status: Int32 = 0
        while waitpid(child, &status, 0) == -1 && errno == EINTR {}
        guard status == 0 else { throw Failure(text: "\(program) ended with \(status)") }
    }

    struct Failure: Error { let text: String }

    /// The newest version's folder, where Debian installs it.
    private static let programs = Result { () throws -> String in
        let root = "/usr/lib/postgresql"
        let versions = (try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []
        guard let newest = versions.compactMap({ Int($0) }).max() else {
            throw Failure(text: "PostgreSQL is not installed")
        }
        return "\(root)/\(newest)/bin"
    }
}
