import Dispatch
import Glibc
import LookaheadKit

// products [FILE [COUNT [PORT [DATABASE]]]]: serves the table of a database, which is made with COUNT rows when the file is new. Orders are
// stored beside it, or in a PostgreSQL database, which several of these programs share.
let words = CommandLine.arguments.dropFirst()
let file = words.first ?? "products.sqlite"
let count = words.dropFirst().first.flatMap { Int($0) } ?? 500_000
let database = try Database(file)
try await database.makeTable(count: count)

var configuration = Configuration()
configuration.port = words.dropFirst(2).first.flatMap { Int($0) } ?? 8080
configuration.storage = words.dropFirst(3).first.map { .postgres($0) } ?? .folder(file + ".orders")
let server = try CollectionServer(configuration)
let products = try server.add(Products(database: database))

// Another process's UPDATE: those rows are read and shown again.
Task {
    let watcher = try Database(file)
    var version = 0
    var newest = try await watcher.rows("SELECT max(changed) FROM products")[0][0].integer
    while true {
        try await Task.sleep(for: .milliseconds(200))
        let now = try await watcher.rows("PRAGMA data_version")[0][0].integer
        guard now != version else { continue }
        version = now
        let rows = try await watcher.rows("SELECT sku, changed FROM products WHERE changed > ?", [.integer(newest)])
        newest = rows.map { $0[1].integer }.max() ?? newest
        if !rows.isEmpty { try await products.reconfigure(rows.map { $0[0].text }) }
    }
}

let serving = Task { try await server.run { address in print("Serving at \(address)") } }

// SIGTERM and Ctrl+C: the server stores what it has been given, and leaves its folder to the next one.
let signals = [SIGTERM, SIGINT].map { number in
    signal(number, SIG_IGN)
    let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
    source.setEventHandler { serving.cancel() }
    source.resume()
    return source
}
try await serving.value
