import GridEngine
import Synchronization

/// A source whose contents the test gives, call by call.
package final class AskedSource: ItemSource, ContentSource {
    /// One call, which waits for its answer.
    package struct Call: Sendable {
        package let ids: [String]
        fileprivate let answer: CheckedContinuation<[SourceItem], any Error>
        fileprivate let cancellation: Cancellation
        /// Whether its task was cancelled.
        package var isCancelled: Bool { cancellation.isCancelled }
    }

    private struct State {
        var ids: [String]
        var revision: UInt64 = 1
        var waiting: [Call] = []
        var asked: [[String]] = []
        var answersAtOnce = false
        var failure: (any Error)?
    }

    package let id: String
    package let title = "Asked"
    package let capabilities = Capabilities(refresh: true)
    package var abilities: SourceAbilities { SourceAbilities(contents: self) }
    /// Whether its items have pictures.
    private let havePictures: Bool
    private let state: Mutex<State>

    package init(id: String = "c", items: [String], havePictures: Bool = false) {
        (self.id, self.havePictures) = (id, havePictures)
        state = Mutex(State(ids: items))
    }

    /// Every call so far, by what it asked for.
    package var asked: [[String]] { state.withLock { $0.asked } }
    /// The calls that wait.
    package var waiting: [Call] { state.withLock { $0.waiting } }
    /// Whether calls are answered with everything that they ask for; with `failure` where there is one.
    package var answersAtOnce: Bool {
        get { state.withLock { $0.answersAtOnce } }
        set { state.withLock { $0.answersAtOnce = newValue } }
    }
    package func fail(_ error: (any Error & Sendable)?) { state.withLock { $0.failure = error } }
    /// The revision of all items in the next listing.
    package func setRevision(_ revision: UInt64) { state.withLock { $0.revision = revision } }

    package func list(
        cancellation: Cancellation, progress: @Sendable (Int) -> Void
    ) throws(SourceError) -> SourceListing {
        let (ids, revision) = state.withLock { ($0.ids, $0.revision) }
        return SourceListing(sections: [
            .init(id: "s", title: "S", items: ids.map { .init(id: $0, revision: revision) })
        ])
    }

    package func item(_ id: String) -> SourceItem? {
        SourceItem(id: id, title: "", kind: "row", revision: 0, hasImage: havePictures)
    }

    /// What an item shows.
    package static func content(_ id: String, _ text: String = "") -> SourceItem {
        SourceItem(id: id, title: "Title of \(id)\(text)", kind: "row", revision: 0, hasImage: false)
    }

    package func items(for ids: [String]) async throws -> [SourceItem] {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer = state.withLock { state -> Result<[SourceItem], any Error>? in
                    state.asked.append(ids)
                    if let failure = state.failure { return .failure(failure) }
                    if state.answersAtOnce { return .success(ids.map { Self.content($0) }) }
                    state.waiting.append(Call(ids: ids, answer: continuation, cancellation: cancellation))
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Answers the call that has waited longest.
    package func answer(
        _ make: (_ ids: [String]) -> Result<[SourceItem], any Error> = { .success($0.map { AskedSource.content($0) }) }
    ) {
        let call = state.withLock { $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }
        guard let call else { return }
        call.answer.resume(with: make(call.ids))
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        .encoded(Array(id.utf8))
    }
}
