import LookaheadKit

/// Rows whose identifiers are integers. `rows COUNT FOLDER` stores in the folder.
struct Rows: CollectionDataSource {
    let id = "rows"
    let count: Int

    func revision() async throws -> String? { "\(count)" }

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        for number in 0..<count { snapshot.append("\(number)") }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        ids.map { CollectionItem(id: $0, title: "Row \($0)") }
    }
}

var configuration = Configuration()
configuration.port = 0
configuration.storage = .folder(CommandLine.arguments[2])
let server = try CollectionServer(configuration)
try server.add(Rows(count: Int(CommandLine.arguments[1]) ?? 0))
try await server.run { address in print("Serving at \(address)") }
