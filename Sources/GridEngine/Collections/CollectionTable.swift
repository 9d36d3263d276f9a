/// Collections by identifier, in the order they were added.
struct CollectionTable: Sendable {
    var byID: [String: LiveCollection] = [:]
    var order: [String] = []
    /// The scheduler's number of the next one.
    var nextNumber = 0

    mutating func add(_ source: any ItemSource, postingKey: String? = nil) -> LiveCollection {
        // Numbers start again after 65,536 collections; those in use are skipped.
        let numbers = Set(byID.values.map(\.number))
        while numbers.contains(UInt16(truncatingIfNeeded: nextNumber)) { nextNumber += 1 }
        let collection = LiveCollection(
            source: source, number: UInt16(truncatingIfNeeded: nextNumber), postingKey: postingKey)
        nextNumber += 1
        byID[source.id] = collection
        order.append(source.id)
        return collection
    }
}
