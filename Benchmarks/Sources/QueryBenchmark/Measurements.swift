import CollectionModel
import CollectionQuery

extension MadeUp {
    func result(_ query: Query, from base: QueryResult? = nil) -> QueryResult {
        try! QueryResult(query, of: order, columns: columns, groups: groups, from: base)
    }
}

let liked = Filter.oneOf(field: "rating", [.text("like")])
let byDate = [SortKey(field: "taken", descending: true)]
let byMonth = Grouping(field: "taken", by: .month)

func measureColumns(of count: Int, _ report: inout Report) {
    report.heading("\(count.grouped) items with date, rating, camera, size")
    var library: MadeUp?
    let resident = Report.residentBytes
    let fill = report.median(runs: 1) { library = MadeUp(count: count, titles: false) }
    var made = library!
    library = nil
    report.line(
        "filling, a value", fill / Double(count * 4) * 1e9, "ns",
        note: "the order and the making of the values included")
    report.line(
        "memory of date, rating, camera and size", Double(made.columns.sizeBytes) / Double(count), "bytes an item",
        must: 24,
        note: "resident with the order: \(Double(Report.residentBytes - resident) / Double(count))")
    var found = made.result(Query())
    func time(_ name: String, _ query: Query, must: Double? = nil) {
        let seconds = report.median(runs: 5) { found = made.result(query) }
        report.line(name, seconds * 1e3, "ms", must: must, note: "\(found.order.numberOfItems.grouped) found")
    }
    time("filter by rating", Query(filter: liked))
    time(
        "filter by rating, sort by date, group by month", Query(filter: liked, sort: byDate, group: byMonth), must: 300)
    time("sort by date, group by month", Query(sort: byDate, group: byMonth))
    let whole = found
    let inUse = report.median(runs: 5) {
        found = made.result(Query(filter: liked, sort: byDate, group: byMonth), from: whole)
    }
    report.line(
        "filter by rating, where the order of everything by date and month is in use", inUse * 1e3, "ms", must: 100,
        note: "\(found.order.numberOfItems.grouped) found")
    time("group by camera", Query(group: Grouping(field: "camera")))
    time(
        "filter by rating and size, sort by size",
        Query(
            filter: .all([liked, .range(field: "size", from: .number(1_000_000), until: .number(2_000_000))]),
            sort: [SortKey(field: "size")]))
    time("a day", Query(filter: .oneOf(field: "taken", [.text("2015-05-05")])))

    let facets = report.median(runs: 5) {
        _ = try! made.columns.facets(
            ["rating", "camera", "taken"], of: Query(filter: liked), in: made.order, limit: 50)
    }
    report.line("facets of rating, camera and date under a filter", facets * 1e3, "ms", must: 150)
    measureChanges(&made, &report)
    measureSparse(made, &report)
    measureLikeness(made, &report)
}

/// Questions for what is similar to one picture. A thousandth looks like one of a hundred.
private func measureLikeness(_ library: MadeUp, _ report: inout Report) {
    var (made, generator) = (library, Generator())
    made.columns.declare("likeness", .likeness)
    let looks = (0..<100).map { _ in Likeness(bits: generator.next()) }
    for item in 0..<UInt32(made.order.numberOfItems) {
        let random = generator.next()
        let copy = looks[Int(random % 100)].bits ^ (1 << (random >> 8 % 64)) ^ (1 << (random >> 16 % 64))
        let likeness = Likeness(bits: random >> 32 % 1000 == 0 ? copy : random)
        made.columns.set("likeness", likeness: likeness, of: ItemOrdinal(item))
    }
    let near = [SortKey(field: "likeness", near: looks[0])]
    let filter = Filter.near(field: "likeness", looks[0], within: Likeness.usualDistance)
    let millions = Double(made.order.numberOfItems) / 1e6
    for (name, query, must) in [
        ("similar to a picture, the nearest first", Query(filter: filter, sort: near), 100 * millions),
        ("everything, the nearest to a picture first", Query(sort: near), nil),
    ] {
        var found = 0
        let seconds = report.median(runs: 5) { found = made.result(query).order.numberOfItems }
        report.line(name, seconds * 1e3, "ms", must: must, note: "\(found.grouped) found")
    }
    let bytes = Double(made.columns.sizeBytes(of: "likeness")) / Double(made.order.numberOfItems)
    report.line("memory of likeness", bytes, "bytes an item", must: 8.1)
}

/// What a change of one rating costs with five results in use.
private func measureChanges(_ made: inout MadeUp, _ report: inout Report) {
    let queries = [
        Query(filter: liked, sort: byDate, group: byMonth), Query(filter: liked), Query(sort: byDate),
        Query(filter: .not(liked), group: Grouping(field: "camera")),
        Query(sort: [SortKey(field: "rating"), byDate[0]]),
    ]
    var results = queries.map { made.result($0) }
    var published = (made.columns, results)
    var generator = Generator()
    var operations = 0
    let rounds = 2_000
    var times: [Double] = []
    for _ in 0..<rounds {
        let item = ItemOrdinal(UInt32.random(in: 0..<UInt32(made.order.numberOfItems), using: &generator))
        let value: FieldValue? = Bool.random(using: &generator) ? .keywords(["like"]) : nil
        var patch = Patch()
        patch.reconfigures = [item]
        let start = Report.cpuSeconds()
        made.columns.set("rating", to: value, of: item)
        for index in results.indices {
            let change = results[index].follow(patch, to: made.order, columns: made.columns, groups: made.groups)
            operations += change.count
        }
        times.append(Report.cpuSeconds() - start)
        published = (made.columns, results)
    }
    times.sort()
    withExtendedLifetime(published) {}
    report.line(
        "a rating changes, five results in use, published", times[rounds / 2] * 1e3, "ms", must: 1,
        note: "p99 \(times[rounds * 99 / 100] * 1e3) ms, \(Double(operations) / Double(rounds * 5)) operations a result"
    )
}

/// What small results of items that are spread over the collection cost.
private func measureSparse(_ made: MadeUp, _ report: inout Report) {
    for until in ["2015-01-02", "2015-01-11", "2015-04-11"] {
        let filter = Filter.range(field: "taken", from: .text("2015-01-01"), until: .text(until))
        let order = made.result(Query(filter: filter, sort: byDate)).order
        report.line(
            "memory of a result of \(order.numberOfItems.grouped) items", Double(order.sizeBytes) / 1e6, "MB")
    }
}

/// Each key of words that are typed: the result of each key is made of that of the key before.
func measureSearch(of count: Int, must: Double, _ report: inout Report) {
    report.heading("search while typing in \(count.grouped) titles")
    let made = MadeUp(count: count, titles: true)
    report.line("memory of the titles", Double(made.columns.sizeBytes(of: "title")) / Double(count), "bytes an item")
    let sort = report.median(runs: 1) { _ = made.result(Query(sort: [SortKey(field: "title")])) }
    report.line("sort by title", sort * 1e3, "ms", must: 5_000)
    var times: [Double] = []
    for text in ["sea bird", "mountain 123", "wedding party", "harbour eve", "street 9", "xylophone"] {
        var before: QueryResult?
        for length in 1...text.count {
            let query = Query(search: String(text.prefix(length)))
            var found: QueryResult?
            let seconds = report.median(runs: 3) { found = made.result(query, from: before) }
            before = found
            times.append(seconds)
            if length < 4 || length == text.count {
                let count = found?.order.numberOfItems ?? 0
                report.line("“\(text.prefix(length))”", seconds * 1e3, "ms", note: "\(count.grouped) found")
            }
        }
    }
    times.sort()
    report.line(
        "each key, p95", times[times.count * 95 / 100] * 1e3, "ms", must: must,
        note: "median \(times[times.count / 2] * 1e3)")
}

/// The patch from one result to another, when a viewer changes its query.
func measureDifferences(of count: Int, _ report: inout Report) {
    report.heading("differences of results of \((count / 2).grouped) items")
    let made = MadeUp(count: count, titles: false)
    func half(_ cameras: Range<Int>, sort: [SortKey] = byDate, group: Grouping? = nil) -> QueryResult {
        made.result(
            Query(
                filter: .oneOf(field: "camera", cameras.map { .text("Camera \($0)") }), sort: sort, group: group))
    }
    let old = half(0..<30)
    for (name, new) in [
        ("one camera of thirty is another", half(1..<31)), ("half of them are others", half(15..<45)),
        ("grouped by month", half(0..<30, group: byMonth)),
        ("the other direction", half(0..<30, sort: [SortKey(field: "taken")])),
    ] {
        var patch = Patch()
        let seconds = report.median(runs: 5) { patch = old.order.patch(to: new.order) }
        report.line(
            name, seconds * 1e3, "ms", must: name.hasPrefix("one") ? 40 : nil,
            note: "\(patch.deletes.count) deletes, \(patch.inserts.count) inserts, \(patch.moves.count) moves")
    }
}
