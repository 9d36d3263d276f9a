import CollectionModel

/// Albums that were deleted: the store keeps them for a time.
extension GridEngine {
    /// Brings a deleted album back as it was, under its identifier and its version. One that is there is answered as it is, so
    /// that a repetition does nothing.
    package func restoreAlbum(
        _ id: String, completion: @escaping @Sendable (Result<CollectionSummary, GridError>) -> Void
    ) {
        let missing = GridError.notFound(.collection, id: id)
        guard Albums.isAlbum(id) else { return completion(.failure(missing)) }
        // Neither a deletion nor the news of others come between.
        commits.perform {
            let (known, refusal) = self.collections.withLock { ($0.byID[id], $0.refusal(for: nil)) }
            if known == nil, let refusal { return completion(.failure(refusal.error(.collections))) }
            guard let store = self.store else { return completion(known?.resultOfRepetition ?? .failure(missing)) }
            let posted: StoredPostedCollection?
            // Also where it is known: another server may have deleted it a moment ago.
            do throws(StoreError) { posted = try store.bringBack(id) } catch {
                return completion(.failure(.notStored(error)))
            }
            guard let posted else { return completion(.failure(missing)) }
            if let known { return completion(known.resultOfRepetition) }
            self.open(posted, opened: completion)
            guard let order = try? store.postedCollections().map(\.id) else { return }
            self.collections.withLock { $0.arrange(posted: order) }
        }
    }
}
