/// Originals that need no loader any more: they take long to decode, or are downloaded. Other loads begin in the place of theirs,
/// while each holds its download in memory: all together hold no more than a limit, and the others keep their places until one
/// has ended.
struct DetachedReadings {
    private let limitBytes: Int
    private var bytes = 0
    /// Number of originals in whose place others have begun.
    private var count = 0
    /// In order of arrival.
    private var heldBack: [OriginalReading] = []

    init(limitBytes: Int) {
        self.limitBytes = limitBytes
    }

    /// A decode of it takes long. Of no effect when its flights have left, and only the decode's end is awaited.
    /// - Returns: whether other loads may begin in the place of its own.
    mutating func add(_ reading: OriginalReading) -> Bool {
        guard reading.users > 0 else { return false }
        switch reading.pace {
        case .beside: return true
        case .heldBack: return false
        case .usual: break
        }
        guard fits(reading) else {
            reading.pace = .heldBack
            heldBack.append(reading)
            return false
        }
        admit(reading)
        return true
    }

    /// The source has nothing more to do for it: others may begin in its place, as long as only a few wait for a decoder.
    /// - Returns: whether other loads may begin in the place of its own.
    mutating func add(downloaded reading: OriginalReading, limit: Int) -> Bool {
        guard reading.users > 0, reading.pace == .usual, count < limit, fits(reading) else { return false }
        admit(reading)
        return true
    }

    /// Its last flight has ended.
    mutating func remove(_ reading: OriginalReading) {
        switch reading.pace {
        case .usual: break
        case .heldBack: heldBack.removeAll { $0 === reading }
        case .beside:
            bytes -= reading.memoryBytes
            count -= 1
        }
        reading.pace = .usual
    }

    /// Takes what was held back and fits now, in order.
    mutating func takeFitting() -> [OriginalReading] {
        var taken: [OriginalReading] = []
        while let next = heldBack.first, fits(next) {
            heldBack.removeFirst()
            admit(next)
            taken.append(next)
        }
        return taken
    }

    /// One always fits, however large it is. What is in no memory of ours always does.
    private func fits(_ reading: OriginalReading) -> Bool {
        bytes == 0 || reading.memoryBytes == 0 || bytes + reading.memoryBytes <= limitBytes
    }

    private mutating func admit(_ reading: OriginalReading) {
        reading.pace = .beside
        bytes += reading.memoryBytes
        count += 1
    }
}

extension OriginalReading {
    fileprivate var memoryBytes: Int { original?.memoryBytes ?? 0 }
}
