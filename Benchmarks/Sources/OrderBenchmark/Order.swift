import CollectionModel

func measureOrder(of count: Int, _ report: inout Report) {
    report.heading("an order of \(count.grouped) items")
    let millions = count / 1_000_000
    let items = (0..<UInt32(count)).map { ItemOrdinal($0) }
    let resident = Report.residentBytes
    var snapshot = try! Snapshot(sections: [(id: SectionOrdinal(0), items: items)])
    let bytes = Double(Report.residentBytes - resident) / Double(count)
    report.line("memory of the order", bytes, "bytes an item", must: 12)
    let build = report.median(runs: 3) {
        snapshot = Snapshot()
        snapshot = try! Snapshot(sections: [(id: SectionOrdinal(0), items: items)])
    }
    report.line("bulk load", build * 1e3, "ms", must: millions == 10 ? 150 : nil)

    var generator = Generator()
    let places = (0..<200_000).map { _ in Int.random(in: 0..<count, using: &generator) }
    let rounds = places.count / 2
    func moves(_ perMove: (Int, Int) -> Void) -> Double {
        report.median(runs: 5) {
            for index in 0..<rounds { perMove(places[index * 2], places[index * 2 + 1]) }
        } / Double(rounds) * 1e6
    }

    report.line(
        "random move by flat index, no snapshot alive", moves { snapshot.move(fromFlat: $0, toFlatAfter: $1) }, "µs",
        must: millions == 10 ? 1.0 : 0.5)
    var published = snapshot
    report.line(
        "the same, a snapshot published after each",
        moves {
            snapshot.move(fromFlat: $0, toFlatAfter: $1)
            published = snapshot
        }, "µs", must: 5)
    report.line(
        "move of an item, checked, with its patch, published",
        moves {
            _ = try! snapshot.move(ItemOrdinal(UInt32($0)), toAfter: IndexPath(0, $1))
            published = snapshot
        }, "µs")
    var sum = published.numberOfItems
    let reads = Double(places.count)
    let identify = report.median(runs: 5) { for place in places { sum &+= Int(snapshot.item(atFlat: place).rawValue) } }
    report.line("item(atFlat:)", identify / reads * 1e6, "µs", must: 0.3)
    let find = report.median(runs: 5) {
        for place in places { sum &+= snapshot.flatIndex(of: ItemOrdinal(UInt32(place))) ?? 0 }
    }
    report.line("flatIndex(of:)", find / reads * 1e6, "µs", must: 1.0)

    let batch = randomBatch(of: 1_000, on: snapshot, &generator)
    let batched = report.median(runs: 5) {
        var copy = snapshot
        _ = try! copy.apply(batch)
        sum &+= copy.numberOfItems
    }
    report.line("batch of 1,000 moves", batched * 1e3, "ms", must: millions == 10 ? 5 : nil)

    measureSnapshots(&snapshot, places, &report)

    var array = items
    let arrayMoves = 200
    let plain = report.median(runs: 3) {
        for index in 0..<arrayMoves { array.insert(array.remove(at: places[index * 2]), at: places[index * 2 + 1]) }
    }
    report.line("plain array: random move", plain / Double(arrayMoves) * 1e6, "µs", note: "check \(sum & 1)")
}

/// What changes at an order's ends cost elsewhere: patches in a row, and a patch carried over others.
private func measureSnapshots(_ snapshot: inout Snapshot, _ places: [Int], _ report: inout Report) {
    let before = snapshot
    let patches = (0..<500).map { index in
        try! snapshot.move(ItemOrdinal(UInt32(places[index * 2 + 1])), toAfter: IndexPath(0, places[index * 2]))
    }
    var log = VersionLog()
    for (index, patch) in patches.enumerated() {
        log.append(VersionedPatch(from: index, to: index + 1, patch: patch))
    }
    var composed = Patch()
    let compose = report.median(runs: 5) { composed = log.patch(from: 0)!.patch }
    report.line("one patch for 500 moves", compose * 1e3, "ms", note: "\(composed.count) operations")
    let move = try! before.patch(
        for: BatchUpdate(moves: [.init(fromBefore: IndexPath(0, places[1]), toAfter: IndexPath(0, places[0]))]))
    let now = snapshot
    let rebase = report.median(runs: 5) { _ = try? now.rebase(move, over: composed) }
    report.line("a move carried over these 500", rebase * 1e3, "ms")
    var bytes = 0
    let encode = report.median(runs: 5) { bytes = composed.encode().count }
    report.line("their patch in the store's form", encode * 1e3, "ms", note: "\(bytes) bytes")
}

private func randomBatch(of count: Int, on snapshot: Snapshot, _ generator: inout Generator) -> BatchUpdate {
    var sources: Set<Int> = []
    var targets: Set<Int> = []
    while sources.count < count { sources.insert(.random(in: 0..<snapshot.numberOfItems, using: &generator)) }
    while targets.count < count { targets.insert(.random(in: 0..<snapshot.numberOfItems, using: &generator)) }
    return BatchUpdate(
        moves: zip(sources, targets).map { .init(fromBefore: IndexPath(0, $0), toAfter: IndexPath(0, $1)) })
}
