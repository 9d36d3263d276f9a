import CollectionModel

/// One pair of orders to be compared.
private struct Scenario {
    var name: String
    var new: [UInt32]
    /// What the difference may take in ms, by the number of items.
    var must: [Int: Double] = [:]
    var moves: Int?
}

/// Differences of two orders, beside Swift's `CollectionDifference` and beside an array that is searched through a dictionary.
func measureDifferences(of count: Int, _ report: inout Report) {
    report.heading("differences of \(count.grouped) items")
    var generator = Generator()
    let old = (0..<UInt32(count)).shuffled(using: &generator)
    let ids = Dictionary(
        uniqueKeysWithValues: [IdentifierKind.uuid, .integer].map { ($0, $0.make(count + count / 10, &generator)) })
    let before = snapshot(old)
    for scenario in scenarios(old, &generator) {
        let after = snapshot(scenario.new)
        var patch = Patch()
        // A few runs of a small one all fall into one moment's disturbance.
        let time = report.median(runs: max(7, 1_000_000 / count)) { patch = before.patch(to: after) }
        let counts = "\(patch.deletes.count) deletes, \(patch.inserts.count) inserts, \(patch.moves.count) moves"
        report.line(scenario.name, time * 1e3, "ms", must: scenario.must[count], note: counts)
        if let moves = scenario.moves, patch.moves.count != moves { report.miss("\(moves) moves wanted") }
        for kind in [IdentifierKind.uuid, .integer] {
            measureListing(kind, ids[kind]!, old, scenario.new, &report)
        }
        // Myers' algorithm takes time by the product of size and changes: minutes for the rest.
        let ends = scenario.new.count == old.count && scenario.moves != nil
        guard count <= 100_000 ? scenario.name != "shuffled" : ends else { continue }
        let swift = report.median(runs: 1) { _ = scenario.new.difference(from: old).count }
        report.line("    Swift's CollectionDifference on the same integers, no moves", swift * 1e3, "ms")
    }
}

/// From identifiers as a source lists them to the patch: look every one up, build the order, compare.
private func measureListing(
    _ kind: IdentifierKind, _ ids: [String], _ old: [UInt32], _ new: [UInt32], _ report: inout Report
) {
    var table = IdentifierTable()
    let before = snapshot(table.intern(contentsOf: old.map { ids[Int($0)] }))
    let listing = new.map { ids[Int($0)] }
    let time = report.median(runs: 3) {
        var known = table
        _ = before.patch(to: snapshot(known.intern(contentsOf: listing)))
    }
    report.line("    from a listing of \(kind.rawValue) identifiers: look-up, order and difference", time * 1e3, "ms")
}

private func scenarios(_ old: [UInt32], _ generator: inout Generator) -> [Scenario] {
    [
        Scenario(name: "nothing changed", new: old, must: [1_000_000: 5], moves: 0),
        Scenario(
            name: "10 % deleted, 10 % inserted, 2 % shuffled, contiguous", new: readme(old, &generator),
            must: [5_000: 0.09, 100_000: 2.5, 1_000_000: 30]),
        Scenario(name: "one item moved far", new: moved(old, &generator), must: [1_000_000: 20], moves: 1),
        Scenario(
            name: "10 deletes, 10 inserts, 10 moves", new: edited(old, 10, &generator), must: [1_000_000: 25],
            moves: 10),
        Scenario(
            name: "the first counts at random places", new: edited(old, old.count / 10, &generator),
            must: [1_000_000: 80]),
        Scenario(name: "shuffled", new: old.shuffled(using: &generator), must: [1_000_000: 280]),
    ]
}

private func snapshot(_ items: [UInt32]) -> Snapshot {
    try! Snapshot(sections: [(id: SectionOrdinal(0), items: items.map { ItemOrdinal($0) })])
}

private func readme(_ old: [UInt32], _ generator: inout Generator) -> [UInt32] {
    var new = old
    let tenth = old.count / 10
    new.removeSubrange(tenth..<(2 * tenth))
    new.insert(contentsOf: (0..<UInt32(tenth)).map { UInt32(old.count) + $0 }, at: 5 * tenth)
    new[(7 * tenth)..<(7 * tenth + old.count / 50)].shuffle(using: &generator)
    return new
}

private func moved(_ old: [UInt32], _ generator: inout Generator) -> [UInt32] {
    var new = old
    let item = new.remove(at: .random(in: 0..<new.count / 4, using: &generator))
    new.insert(item, at: .random(in: new.count / 2...new.count, using: &generator))
    return new
}

/// As many deletes and inserts at random places, and a fifth as many moves (as many for ten).
private func edited(_ old: [UInt32], _ count: Int, _ generator: inout Generator) -> [UInt32] {
    let deleted = Set(old.shuffled(using: &generator).prefix(count))
    var rest = old.filter { !deleted.contains($0) }
    let movers = Set(rest.shuffled(using: &generator).prefix(count == 10 ? 10 : count / 5))
    rest.removeAll { movers.contains($0) }
    let coming = (Array(movers) + (0..<UInt32(count)).map { UInt32(old.count) + $0 }).shuffled(using: &generator)
    var places = coming.map { (place: Int.random(in: 0...rest.count, using: &generator), item: $0) }[...]
    places.sort { $0.place < $1.place }
    var new: [UInt32] = []
    for (index, item) in rest.enumerated() {
        while let next = places.first, next.place == index { new.append(places.removeFirst().item) }
        new.append(item)
    }
    return new + places.map(\.item)
}
