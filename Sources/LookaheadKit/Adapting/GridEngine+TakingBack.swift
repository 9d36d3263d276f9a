import GridEngine

extension GridEngine {
    /// Takes back a change that a program's source has refused, in its words.
    /// - Returns: whether that was possible; otherwise the source has to be read again.
    func takeBack(
        _ change: CollectionChange, of id: String, because refusal: CollectionError
    ) async throws -> Bool {
        let reason = Reason(
            "change-returned", "A change was taken back. \(refusal.description)",
            values: ["detail": refusal.description])
        return try await withCheckedThrowingContinuation { continuation in
            do throws(GridError) {
                try takeBack(leadingTo: change.to, of: id, madeBy: change.author, because: reason) { result in
                    continuation.resume(with: result.mapError { CollectionError($0) })
                }
            } catch {
                continuation.resume(throwing: CollectionError(error))
            }
        }
    }
}
