import Prefetching

/// The goals of the full table: the figures that the scheduling is held to.
package struct SimulationGoals: Sendable {
    package struct Goal: Sendable {
        package var name: String
        package var figure: Double
        package var limit: Double
        /// The figure may not be below the limit; else not above it.
        package var isFloor: Bool

        package var isMet: Bool { isFloor ? figure >= limit : figure <= limit }
    }

    package private(set) var goals: [Goal] = []

    /// Goals whose rows are missing are left out.
    /// - Parameters:
    ///   - table: the full one.
    ///   - wheels: that of the mouse wheels, `nil` without any.
    ///   - searches: that of the searches, `nil` without any.
    package init(_ table: SimulationTable, wheels: SimulationTable? = nil, searches: SimulationTable? = nil) {
        if let wheels { addGoals(ofWheels: wheels) }
        if let searches { addGoals(ofSearches: searches) }
        addGoals(of: table)
        let rows = table.rows + (wheels?.rows ?? []) + (searches?.rows ?? [])
        add("loads of what was loaded already", Double(rows.reduce(0) { $0 + $1.total.duplicates }), atMost: 0)
        add("loads stopped of what is in view", Double(rows.reduce(0) { $0 + $1.total.stoppedInView }), atMost: 0)
    }

    package var areMet: Bool { goals.allSatisfy(\.isMet) }
}

extension SimulationGoals {
    private mutating func addGoals(of table: SimulationTable) {
        guard let predictive = table.row(PrefetchPolicy.predictive.rawValue) else { return }
        add("gap closed by prediction, %", table.gapClosed(predictive) * 100, atLeast: 65)
        if let informed = table.row(SimulationTable.withCosts) {
            add("gap closed with cost estimates, %", table.gapClosed(informed) * 100, atLeast: 78)
            add("blank with cost estimates, %", informed.total.blankShare * 100, atMost: 8.5)
            add("wasted loader time, %", informed.total.wastedShare * 100, atMost: 30)
        }
        add("wasted loader time without estimates, %", predictive.total.wastedShare * 100, atMost: 30)
        if let tiers = table.row(SimulationTable.withPreviews) {
            add("no pixels at all with previews first, %", tiers.total.emptyShare * 100, atMost: 3)
            add("wasted loader time with previews, %", tiers.total.wastedShare * 100, atMost: 30)
        }
        if let informed = table.row(SimulationTable.withCosts), let dear = table.row(SimulationTable.withDearPreviews) {
            let worse = (dear.total.blankShare - informed.total.blankShare) * 100
            add("blank beyond that without previews, previews at full cost, points", worse, atMost: 0.5)
            add("reads of a picture, previews at full cost", dear.total.readsPerPicture, atMost: 1.05)
        }
        if let directional = table.row(PrefetchPolicy.directional.rawValue) {
            for kind in table.kinds {
                guard let ours = predictive.byKind[kind], let theirs = directional.byKind[kind] else { continue }
                let worse = (ours.blankShare - theirs.blankShare) * 100
                add("blank beyond directional's, \(kind), points", worse, atMost: 0.3)
            }
        }
    }

    private mutating func addGoals(ofWheels table: SimulationTable) {
        guard let predictive = table.row(PrefetchPolicy.predictive.rawValue) else { return }
        add("gap closed by prediction, mouse wheels, %", table.gapClosed(predictive) * 100, atLeast: 57)
        add("wasted loader time without estimates, mouse wheels, %", predictive.total.wastedShare * 100, atMost: 35)
        guard let informed = table.row(SimulationTable.withCosts) else { return }
        add("gap closed with cost estimates, mouse wheels, %", table.gapClosed(informed) * 100, atLeast: 76)
        add("wasted loader time, mouse wheels, %", informed.total.wastedShare * 100, atMost: 35)
    }

    private mutating func addGoals(ofSearches table: SimulationTable) {
        guard let predictive = table.row(PrefetchPolicy.predictive.rawValue) else { return }
        add("gap closed by prediction, searches, %", table.gapClosed(predictive) * 100, atLeast: 50)
    }

    private mutating func add(_ name: String, _ figure: Double, atLeast limit: Double) {
        goals.append(Goal(name: name, figure: figure, limit: limit, isFloor: true))
    }

    private mutating func add(_ name: String, _ figure: Double, atMost limit: Double) {
        goals.append(Goal(name: name, figure: figure, limit: limit, isFloor: false))
    }
}

extension SimulationGoals: CustomStringConvertible {
    package var description: String {
        goals.map { goal in
            let bound = goal.isFloor ? "≥" : "≤"
            return "\(goal.isMet ? "met   " : "MISSED") \(goal.name): \(Figure.text(goal.figure, decimals: 1)) "
                + "(\(bound) \(Figure.text(goal.limit, decimals: 1)))"
        }.joined(separator: "\n")
    }
}
