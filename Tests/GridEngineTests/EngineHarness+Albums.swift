import CollectionModel

@testable import GridEngine

extension EngineHarness {
    func album(of items: [String] = [], key: String? = nil) async throws -> String {
        let created = await withCheckedContinuation { continuation in
            engine.createAlbum(title: "Album", options: ChangeOptions(idempotencyKey: key)) {
                continuation.resume(returning: $0)
            }
        }
        let id = try created.get().id
        if !items.isEmpty { try await add(.some(.items(items)), to: id) }
        return id
    }

    @discardableResult
    func add(
        _ choice: AlbumAddition.Choice, to album: String, at destination: SelectionDestination? = nil
    ) async throws -> CommittedChange {
        let addition = AlbumAddition(collection: "c", choice: choice, destination: destination)
        return try await change { try engine.add(addition, to: album, completion: $0) }
    }
}
