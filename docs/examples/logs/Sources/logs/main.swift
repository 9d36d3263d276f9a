import Foundation
import LookaheadKit

/// The log files of a folder: a section for each, an item for each line. A line is read when somebody is about to see it.
actor Logs: CollectionDataSource {
    nonisolated let id = "logs", title = "Log files"
    private let folder: URL
    /// Where the lines of each file begin, in bytes.
    private var starts: [String: [Int]] = [:]

    init(_ folder: String) { self.folder = URL(filePath: folder) }

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".log") }
        for name in names.sorted() {
            let bytes = try Data(contentsOf: folder.appending(path: name), options: .alwaysMapped)
            let ends = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }
            starts[name] = [0] + ends.map { $0 + 1 }
            snapshot.appendSection(name, title: name)
            for line in ends.indices { snapshot.append("\(name):\(line + 1)") }
        }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        try Dictionary(grouping: ids) { String($0.prefix { $0 != ":" }) }.flatMap { name, ids in
            guard let starts = starts[name] else { return [CollectionItem]() }
            let file = try FileHandle(forReadingFrom: folder.appending(path: name))
            defer { try? file.close() }
            return try ids.compactMap { id in
                guard let line = Int(id.dropFirst(name.count + 1)), starts.indices.contains(line) else { return nil }
                try file.seek(toOffset: UInt64(starts[line - 1]))
                let bytes = try file.read(upToCount: starts[line] - starts[line - 1] - 1) ?? Data()
                return CollectionItem(id: id, title: String(decoding: bytes, as: UTF8.self))
            }
        }
    }
}

// logs [FOLDER [PORT]]
let words = CommandLine.arguments.dropFirst()
let logs = Logs(words.first ?? "/var/log")
var configuration = Configuration()
configuration.port = words.dropFirst().first.flatMap { Int($0) } ?? 8080
let server = try CollectionServer(configuration)
let collection = try server.add(logs, layout: .list)

// A file that grows: the new lines come at its end, for everybody who looks.
Task {
    while true {
        try await Task.sleep(for: .seconds(1))
        var snapshot = CollectionSnapshot()
        try await logs.snapshot(into: &snapshot)
        try await collection.apply(snapshot)
    }
}

try await server.run { address in print("Serving at \(address)") }
