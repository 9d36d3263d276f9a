import LookaheadKit

/// Emoji that take 0.5 to 2 s to load, as if each came from far away, and that people rate.
///
/// In UIKit a table of operations starts in `prefetchItemsAt`, is cancelled in `cancelPrefetchingForItemsAt`, and is asked again in
/// `willDisplay`. Here `items(for:)` is called ahead of need, and its task is cancelled.
struct Emoji: CollectionDataSource {
    let id = "emoji", title = "Emoji Rater"
    private static let ranges: [ClosedRange<UInt32>] = [0x1F600...0x1F64F, 0x1F300...0x1F5FF, 0x1F680...0x1F6C5]

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        for code in Self.ranges.joined() {
            guard let scalar = Unicode.Scalar(code), scalar.properties.isEmojiPresentation else { continue }
            snapshot.append(String(code, radix: 16))
        }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        // A cancelled prefetch ends here.
        try await Task.sleep(for: .milliseconds(.random(in: 500...2000)))
        return ids.compactMap { id in
            guard let scalar = UInt32(id, radix: 16).flatMap({ Unicode.Scalar($0) }) else { return nil }
            return CollectionItem(
                id: id, title: String(Character(scalar)),
                attributes: ["name": .string(scalar.properties.name?.capitalized ?? "")])
        }
    }
}

// emoji-rater [PORT]: press and hold, or the menu key, to rate.
var configuration = Configuration()
configuration.port = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 8080
configuration.storage = .folder("emoji-rater.marks")
let server = try CollectionServer(configuration)
let emoji = try server.add(Emoji(), marks: true)

// `collectionView(_:didEndDisplaying:)` and its like: what changes is told as it happens.
Task {
    for await change in emoji.changes {
        for case .reconfigure(let id) in change.operations {
            let rating = try emoji.marks(of: [id])[id]?.rating ?? "nothing"
            print("Rated \(id): \(rating), version \(change.to)")
        }
    }
}

try await server.run { address in print("Serving at \(address)") }
