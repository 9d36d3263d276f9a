/// Lets one client have so much at the same time under way, and no more: the rest of what it asks for waits, and delays nobody else.
/// Pure.
struct ClientTurns: Sendable {
    enum Entry: Equatable {
        case begins, waits
        /// The client has as many waiting as it may.
        case refused
    }

    /// What a client has under way at the same time.
    let width: Int
    /// What else of it may wait.
    let limit: Int
    private var running: [String?: Int] = [:]
    /// Numbers, first come, first served.
    private var waiting: [String?: [Int]] = [:]

    init(width: Int, limit: Int) {
        self.width = width
        self.limit = limit
    }

    mutating func enter(_ number: Int, of origin: String?) -> Entry {
        if running[origin, default: 0] < width {
            running[origin, default: 0] += 1
            return .begins
        }
        guard waiting[origin, default: []].count < limit else { return .refused }
        waiting[origin, default: []].append(number)
        return .waits
    }

    /// One that had begun has ended.
    /// - Returns: the number of the next one, which begins.
    mutating func leave(_ origin: String?) -> Int? {
        if let next = waiting[origin]?.first {
            waiting[origin]?.removeFirst()
            if waiting[origin]?.isEmpty == true { waiting[origin] = nil }
            return next
        }
        let left = running[origin, default: 0] - 1
        precondition(left >= 0, "a turn was given back that nobody had")
        running[origin] = left == 0 ? nil : left
        return nil
    }

    /// One that waits is wanted no longer.
    /// - Returns: whether it waited.
    mutating func withdraw(_ number: Int, of origin: String?) -> Bool {
        guard let index = waiting[origin]?.firstIndex(of: number) else { return false }
        waiting[origin]?.remove(at: index)
        if waiting[origin]?.isEmpty == true { waiting[origin] = nil }
        return true
    }

    var isEmpty: Bool { running.isEmpty && waiting.isEmpty }
}
