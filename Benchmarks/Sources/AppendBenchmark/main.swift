import GridEngine
import SharedStore

// What a change costs in the store that servers share: one append after another, as the commit queue makes them. `Benchmarks/append.c`
// is the floor under it.
// Usage: AppendBenchmark ADDRESS COUNT, on a database of its own. Prints the time of each in microseconds.

guard CommandLine.arguments.count == 3, let count = Int(CommandLine.arguments[2]) else {
    fatalError("usage: AppendBenchmark ADDRESS COUNT")
}
let store = try SharedStore(at: StoreAddress(CommandLine.arguments[1]))
let order = StoredOrder(
    collection: "items", version: 1, sections: [StoredOrder.Section(ordinal: 0, items: [0, 1])],
    newItems: [StoredIdentifier(ordinal: 0, id: "0"), StoredIdentifier(ordinal: 1, id: "1")],
    newSections: [StoredSection(ordinal: 0, id: "s", title: "S")])
guard var head = try store.create(order, cancellation: Cancellation()) else { fatalError("the database is not new") }
// With what is around it in its form, as long as the row of a move.
let patch = [UInt8](repeating: 7, count: 52)
for _ in 0..<count {
    let change = StoredChange(collection: "items", version: head.version + 1, patch: patch)
    let began = ContinuousClock.now
    let outcome = try store.commit([StoredAppend(collection: "items", head: head, changes: [change])])
    let time = ContinuousClock.now - began
    guard case .stored(let next) = outcome[0] else { fatalError("it is not stored") }
    head = next
    print(Int(time / .microseconds(1)))
}
store.close()
