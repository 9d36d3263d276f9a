import GridEngine

/// What keeps a store from being as safe as promised, in words for people: one sentence for each concern until it is settled.
struct StoreTroubles {
    enum Concern: CaseIterable {
        case disk, reading, fold, mark, backup
    }

    private var sentences: [Concern: String] = [:]

    /// All of them, the gravest first; `nil` when there is none.
    var description: String? {
        let all = Concern.allCases.compactMap { sentences[$0] }
        return all.isEmpty ? nil : all.joined(separator: " ")
    }

    /// Takes the place of what was said of the concern before.
    mutating func begin(_ concern: Concern, _ error: StoreError) {
        let text =
            switch error {
            case .diskFull: "the disk is full."
            case .locked: "another server uses the data folder."
            case .damaged(let finding), .failed(let finding): finding.hasSuffix(".") ? finding : finding + "."
            }
        sentences[concern] = "\(concern.words): \(text)"
    }

    mutating func end(_ concern: Concern) { sentences[concern] = nil }
}

extension StoreTroubles.Concern {
    fileprivate var words: String {
        switch self {
        case .disk: "Changes cannot be stored"
        case .reading: "What was stored cannot be read"
        case .mark: "Damage to the newest changes would not be noticed"
        case .fold: "The write-ahead log cannot be folded into the database"
        case .backup: "No backup could be made"
        }
    }
}
