import GridEngine

/// Reasons why a store is not as safe as promised, in words for people: one sentence for each concern until it is settled.
struct StoreTroubles {
    enum Concern: CaseIterable {
        case disk, reading, fold, mark, backup, listing
    }

    /// By concern, and by collection where each has its own.
    private var sentences: [Concern: [String: String]] = [:]

    /// All of them, the gravest first; `nil` without any.
    var description: String? {
        let all = Concern.allCases.flatMap { concern in
            (sentences[concern] ?? [:]).sorted { $0.key < $1.key }.map(\.value)
        }
        return all.isEmpty ? nil : all.joined(separator: " ")
    }

    func has(_ concern: Concern) -> Bool { sentences[concern]?.isEmpty == false }

    /// Begins a concern, or replaces its earlier reason.
    mutating func begin(_ concern: Concern, of collection: String? = nil, _ error: StoreError) {
        let text =
            switch error {
            case .diskFull: "the disk is full."
            case .locked: "another server uses the data folder."
            case .damaged(let finding), .failed(let finding), .unreachable(let finding):
                finding.hasSuffix(".") ? finding : finding + "."
            }
        sentences[concern, default: [:]][collection ?? ""] = "\(concern.words): \(text)"
    }

    mutating func end(_ concern: Concern, of collection: String? = nil) { sentences[concern]?[collection ?? ""] = nil }
}

extension StoreTroubles.Concern {
    fileprivate var words: String {
        switch self {
        case .disk: "Changes cannot be stored"
        case .reading: "What was stored cannot be read"
        case .mark: "Damage to the newest changes would not be noticed"
        case .fold: "The write-ahead log cannot be folded into the database"
        case .backup: "No backup could be made"
        case .listing: "No backup is made, because those that are there cannot be listed"
        }
    }
}
