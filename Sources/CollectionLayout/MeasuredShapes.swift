/// Rows computed from the shapes of pictures, by the flat index of the first of them.
struct MeasuredShapes<Value: Sendable>: Sendable {
    /// Maximum number kept: about 2 KB each. What is dropped is computed again, with the same result.
    private static var limit: Int { 4096 }

    private var values: [Int: Value] = [:]
    /// Those with pictures whose shape was not known.
    private var incomplete: Set<Int> = []

    subscript(first: Int) -> Value? { values[first] }

    mutating func keep(_ value: Value, at first: Int, isComplete: Bool) {
        if values.count >= Self.limit { values.removeAll(keepingCapacity: true) }
        values[first] = value
        if !isComplete { incomplete.insert(first) }
    }

    /// - Returns: whether there were any.
    mutating func forgetIncomplete() -> Bool {
        for first in incomplete { values[first] = nil }
        defer { incomplete.removeAll() }
        return !incomplete.isEmpty
    }
}
