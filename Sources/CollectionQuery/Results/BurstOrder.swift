import CollectionModel

/// The items with a camera and a date, camera after camera, as they were taken: a burst is a run of it.
///
/// A value that follows its collection as a result does. 4 bytes an item.
package struct BurstOrder: Sendable {
    /// Maximum items of one run. A clock that stands still and a film of pictures make longer ones, and no bursts.
    package static let runLimit = 10_000

    /// The longest time between two shots of a burst.
    package let gapMilliseconds: Int64
    private var shots: QueryResult

    /// O(n log n).
    /// - Parameters:
    ///   - gapMilliseconds: the longest time between two shots of a burst.
    ///   - order: the collection's own.
    ///   - columns: the values of its items, with the fields `camera`, `cameraSerial` and `taken`.
    ///   - groups: the collection's.
    package init(gapMilliseconds: Int64, of order: Snapshot, columns: FieldColumns, groups: GroupTable) {
        self.gapMilliseconds = gapMilliseconds
        let isShot = Filter.all([.exists(field: "camera", true), .exists(field: "taken", true)])
        let query = Query(filter: isShot, sort: ["camera", "cameraSerial", "taken"].map { SortKey(field: $0) })
        do throws(QueryError) {
            shots = try QueryResult(query, of: order, columns: columns, groups: groups)
        } catch {
            preconditionFailure("bursts cannot be asked for: \(error)")
        }
    }

    /// Follows a change, as `QueryResult.follow` does. O(log² n) for each item that it names.
    package mutating func follow(_ patch: Patch, to order: Snapshot, columns: FieldColumns, groups: GroupTable) {
        _ = shots.follow(patch, to: order, columns: columns, groups: groups)
    }

    /// The runs at a state of the collection. Not to be kept: while it lives, columns are copied as they change.
    package func runs(in columns: FieldColumns) -> BurstRuns {
        BurstRuns(order: shots.order, columns: columns, gapMilliseconds: gapMilliseconds)
    }
}

/// Runs of shots by one camera, each soon after the one before.
package struct BurstRuns: Sendable {
    private let order: Snapshot
    private let cameras: KeywordColumn
    private let serials: KeywordColumn
    private let dates: DateColumn
    private let gapMilliseconds: Int64

    fileprivate init(order: Snapshot, columns: FieldColumns, gapMilliseconds: Int64) {
        guard case .keyword(let cameras)? = columns.index(of: "camera").map({ columns.columns[$0] }),
            case .keyword(let serials)? = columns.index(of: "cameraSerial").map({ columns.columns[$0] }),
            case .date(let dates)? = columns.index(of: "taken").map({ columns.columns[$0] })
        else { preconditionFailure("bursts need the fields camera, cameraSerial and taken") }
        (self.order, self.cameras, self.serials, self.dates) = (order, cameras, serials, dates)
        self.gapMilliseconds = gapMilliseconds
    }

    /// Whether an item has a camera and a date. O(1).
    package func hasShot(_ item: ItemOrdinal) -> Bool { order.contains(item) }

    /// The run that an item is in, as it was taken; empty of one without a date, longer than `BurstOrder.runLimit` where there is no end to
    /// it. O(m log n) for the m items of the run.
    package func run(around item: ItemOrdinal) -> [ItemOrdinal] {
        guard let place = order.flatIndex(of: item) else { return [] }
        var before: [ItemOrdinal] = []
        var run = [item]
        while run.count + before.count <= BurstOrder.runLimit, place > before.count {
            let other = order.item(atFlat: place - before.count - 1)
            guard isNear(other, before.last ?? item) else { break }
            before.append(other)
        }
        while run.count + before.count <= BurstOrder.runLimit, place + run.count < order.numberOfItems {
            let other = order.item(atFlat: place + run.count)
            guard isNear(run[run.count - 1], other) else { break }
            run.append(other)
        }
        return before.reversed() + run
    }

    /// Calls `body` with each run of two items or more. O(n).
    package func forEachRun(_ body: ([ItemOrdinal]) -> Void) {
        var run: [ItemOrdinal] = []
        func end() {
            if 2...BurstOrder.runLimit ~= run.count { body(run) }
        }
        order.forEachItem(inFlat: 0..<order.numberOfItems) { _, _, item in
            if let last = run.last, isNear(last, item) { return run.append(item) }
            end()
            run = [item]
        }
        end()
    }

    /// Some items of one run, as they were taken, parted where the time between two of them is longer than that of a burst.
    package func parted(_ shots: [ItemOrdinal]) -> [[ItemOrdinal]] {
        var parts: [[ItemOrdinal]] = []
        for shot in shots {
            if let last = parts.last?.last, isNear(last, shot) {
                parts[parts.count - 1].append(shot)
            } else {
                parts.append([shot])
            }
        }
        return parts
    }

    /// Whether one camera took the second of two items soon after the first.
    private func isNear(_ first: ItemOrdinal, _ second: ItemOrdinal) -> Bool {
        let (first, second) = (Int(first.rawValue), Int(second.rawValue))
        guard let before = dates.sortValue(first), let after = dates.sortValue(second) else { return false }
        return after - before <= gapMilliseconds && cameras.lists.value(first) == cameras.lists.value(second)
            && serials.lists.value(first) == serials.lists.value(second)
    }
}
