import CollectionModel
import CollectionQuery

/// What folding costs where every second item is a RAW file behind its JPEG.
func measureStacks(of count: Int, _ report: inout Report) {
    report.heading("\(count.grouped) items, \((count / 2).grouped) pairs")
    var made = MadeUp(count: count, titles: false)
    let making = report.median(runs: 1) {
        for pair in 0..<UInt32(count / 2) {
            made.columns.stacks.make([ItemOrdinal(2 * pair), ItemOrdinal(2 * pair + 1)], .pair)
        }
    }
    report.line("making the stacks", making * 1e3, "ms")
    report.line(
        "memory of stacks", Double(made.columns.stacks.sizeBytes) / Double(count), "bytes an item", must: 8.1)
    var found = made.result(Query(foldsStacks: true))
    func time(_ name: String, _ query: Query, must: Double? = nil) {
        let seconds = report.median(runs: 5) { found = made.result(query) }
        report.line(name, seconds * 1e3, "ms", must: must, note: "\(found.order.numberOfItems.grouped) cells")
    }
    time("folded", Query(foldsStacks: true), must: 1_000)
    time("filter by rating", Query(filter: liked))
    time("filter by rating, folded", Query(filter: liked, foldsStacks: true))
    time("sort by date, group by month", Query(sort: byDate, group: byMonth))
    time("sort by date, group by month, folded", Query(sort: byDate, group: byMonth, foldsStacks: true))
    measureStackChanges(&made, &report)
}

/// What one rating, and one pair that is taken apart or put together, costs with a folded result in use.
private func measureStackChanges(_ made: inout MadeUp, _ report: inout Report) {
    var results = [
        made.result(Query(foldsStacks: true)), made.result(Query(filter: liked, sort: byDate, foldsStacks: true)),
    ]
    var published = (made.columns, results)
    var generator = Generator()
    var times: [Double] = []
    let rounds = 2_000
    for round in 0..<rounds {
        let item = ItemOrdinal(UInt32.random(in: 0..<UInt32(made.order.numberOfItems), using: &generator))
        let start = Report.cpuSeconds()
        var patch = Patch()
        if round.isMultiple(of: 2) {
            made.columns.set("rating", to: .keywords(["like"]), of: item)
            patch.reconfigures = [item]
        } else {
            let other = ItemOrdinal(item.rawValue ^ 1)
            if made.columns.stacks.dissolve(item).count == 1 { made.columns.stacks.make([item, other], .pair) }
            patch.reconfigures = [item, other].sorted()
        }
        for index in results.indices {
            _ = results[index].follow(patch, to: made.order, columns: made.columns, groups: made.groups)
        }
        times.append(Report.cpuSeconds() - start)
        published = (made.columns, results)
    }
    times.sort()
    withExtendedLifetime(published) {}
    report.line(
        "a rating or a stack changes, two folded results in use, published", times[rounds / 2] * 1e3, "ms", must: 1,
        note: "p99 \(times[rounds * 99 / 100] * 1e3) ms")
}
