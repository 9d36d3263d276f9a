import GridEngine

/// The loader of a server whose items have no pictures.
struct NoPictures: ItemLoader {
    var widthSteps: [Int] { [256] }

    func cached(_ key: RenditionKey) -> Rendition? { nil }

    func load(
        _ request: RenditionRequest, cancellation: Cancellation,
        completion: @escaping @Sendable (Result<LoadedRendition, LoadFailure>) -> Void
    ) {
        completion(.failure(.missing))
    }
}
