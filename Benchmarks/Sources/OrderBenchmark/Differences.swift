import CollectionModel

func measureDifferences(of count: Int, _ report: inout Report) {
    print("\ndifferences of \(count) items")
    var generator = Generator()
    let old = (0..<UInt32(count)).shuffled(using: &generator)
    let bounds: [Int: [Double]] = [
        5_000: [.infinity, 0.09, .infinity, .infinity, .infinity, .infinity],
        100_000: [.infinity, 2.5, .infinity, .infinity, .infinity, .infinity],
        1_000_000: [5, 30, 20, 25, 80, 280],
    ]
    let scenarios: [(String, [UInt32])] = [
        ("nothing changed", old),
        ("10 % deleted, 10 % inserted, 2 % shuffled, contiguous", readme(old, &generator)),
        ("one item moved far", moved(old, 1, &generator)),
        ("10 deletes, 10 inserts, 10 moves", edited(old, 10, &generator)),
        ("the first counts at random places", edited(old, count / 10, &generator)),
        ("shuffled", old.shuffled(using: &generator)),
    ]
    let before = snapshot(old)
    for (index, (name, new)) in scenarios.enumerated() {
        let after = snapshot(new)
        var patch = Patch()
        let time = report.median(runs: 5) { patch = before.patch(to: after) }
        let bound = bounds[count]![index]
        report.line(
            name, time * 1e3, "ms", must: bound.isFinite ? bound : nil,
            note: "\(patch.deletes.count) deletes, \(patch.inserts.count) inserts, \(patch.moves.count) moves")
        // Myers' algorithm takes time by the product of size and changes: minutes for the rest.
        guard index < 4, index != 1 || count <= 100_000 else { continue }
        let swift = report.median(runs: 1) { _ = new.difference(from: old).count }
        report.line("    Swift's CollectionDifference, without moves", swift * 1e3, "ms")
    }
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

private func moved(_ old: [UInt32], _ count: Int, _ generator: inout Generator) -> [UInt32] {
    var new = old
    for _ in 0..<count {
        let item = new.remove(at: .random(in: 0..<new.count, using: &generator))
        new.insert(item, at: .random(in: 0...new.count, using: &generator))
    }
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
