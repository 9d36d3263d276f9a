import CollectionModel

/// Facts of the commit queue about a collection, beyond its state.
struct CommitBookkeeping: Sendable {
    /// Maximum number of changes whose keys are remembered, in memory and over restarts.
    private static let answerLimit = 1000

    var operationsSinceCheckpoint = 0
    private(set) var answers: [String: KnownAnswer] = [:]
    private var keys: [String] = []

    mutating func remember(_ change: CommittedChange, for key: StoredKey) {
        if answers.updateValue(KnownAnswer(key: key, change: change), forKey: key.key) == nil { keys.append(key.key) }
        if keys.count > Self.answerLimit { answers[keys.removeFirst()] = nil }
    }
}

/// A change that was made under an idempotency key.
struct KnownAnswer: Sendable {
    var key: StoredKey
    var change: CommittedChange
}

extension Patch {
    /// About how many operations it takes a start to repeat the change. Contents are no part of the order: what marks items is
    /// read in runs.
    var replayCount: Int {
        count - reconfigures.count + min(reconfigures.count, 1 + reconfigures.count / 32)
    }
}
