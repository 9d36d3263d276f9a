import CollectionModel
import CollectionQuery
import Foundation
import JSONText
import LookaheadTesting
import SeededRandom
import Testing

@testable import GridEngine

/// Random lives of a collection whose files pair, part and are stacked by people.
@Suite struct StackLifeTests {
    @Test func `stacks that follow every change are those that are found anew`() async throws {
        for seed in 0..<UInt64(25) {
            var life = try await StackLife(seed: 31_000 + seed)
            for step in 0..<25 {
                try await life.step()
                try life.check("seed \(seed), step \(step)")
            }
        }
    }

    @Test func `bursts that follow every change are those that are found anew`() async throws {
        for seed in 0..<UInt64(25) {
            var life = try await StackLife(seed: 51_000 + seed, withBursts: true)
            for step in 0..<25 {
                if life.generator.isTrue(0.5) { try await life.date() } else { try await life.step() }
                try life.check("seed \(seed), step \(step)")
            }
        }
    }

    @Test func `what people say of stacks is what a slow model says`() async throws {
        // LOOKAHEAD_STACK_LIVES=10000 takes minutes.
        let lives = ProcessInfo.processInfo.environment["LOOKAHEAD_STACK_LIVES"].flatMap { UInt64($0) } ?? 40
        for seed in 0..<lives {
            var life = try await StackLife(seed: 41_000 + seed)
            for step in 0..<12 {
                try await life.modelledStep()
                try life.check("seed \(seed), step \(step)")
                let items = try life.harness.order()[0]
                #expect(
                    try life.stacks() == life.model.stacks(of: items, ranks: life.ranks()), "seed \(seed), step \(step)"
                )
            }
        }
    }
}

private struct StackLife {
    private(set) var harness: EngineHarness
    private(set) var result: ResultDescription
    var generator: SeededRandom
    var model = StackModel()
    /// By name, with the number of its content.
    private var files: [String: UInt64] = [:]
    private var lastContent: UInt64 = 100

    private static let names = ["a", "b", "c", "d", "e"].flatMap { base in
        ["jpg", "raw", "tif"].map { "\(base).\($0)" }
    }

    init(seed: UInt64, withBursts: Bool = false) async throws {
        generator = SeededRandom(seed: seed)
        for name in Self.names where generator.isTrue(0.6) { files[name] = UInt64(files.count + 1) }
        files["z.jpg"] = 99
        harness = try await EngineHarness(
            sections: [("s", files.keys.sorted())], listed: files, pairs: [["z.jpg", "z.raw"]])
        Self.tell(files, harness)
        if withBursts {
            try await harness.readFields()
            try await harness.setBursts(BurstSetting(isOn: true))
        }
        result = try await harness.openResult(StackTests.folded)
    }

    /// The server ends, and starts again.
    mutating func restart() async throws {
        let isOn = try harness.engine.summary(of: "c").bursts.isOn
        harness.engine.close()
        harness = try await EngineHarness(
            sections: [("s", files.keys.sorted())], store: harness.store, listed: files, pairs: [["z.jpg", "z.raw"]])
        Self.tell(files, harness)
        if isOn { try await harness.readFields() }
        result = try await harness.openResult(StackTests.folded)
        let (engine, id) = (harness.engine, result.id)
        if isOn { try await until { try !engine.collection("c").lacksStacks && engine.summary(of: id).isOpen } }
    }

    /// Pictures get dates, lose them, come under another clock; bursts are parted by another pause.
    mutating func date() async throws {
        let items = try harness.order()[0]
        let item = items[generator.below(items.count)]
        switch generator.below(6) {
        case 0:
            let chosen = items.filter { _ in generator.isTrue(0.3) }
            let shift: JSONValue = generator.isTrue(0.3) ? .null : .double(Double(generator.below(5)) - 2.5)
            _ = try await harness.change {
                try harness.engine.mark(.items(chosen), in: "c", as: ["timeShift": shift], completion: $0)
            }
        case 1:
            let gaps = [500, 1000, 2000]
            try await harness.setBursts(
                BurstSetting(isOn: generator.isTrue(0.8), gapMilliseconds: gaps[generator.below(3)]))
        default:
            let second = generator.below(20)
            let taken = JSONValue.string("2024-05-17T12:00:\(10 + second / 2).\(second % 2 * 5)")
            let camera = JSONValue.string(generator.isTrue(0.7) ? "One" : "Two")
            let attributes: JSONObject = ["taken": generator.isTrue(0.1) ? .null : taken, "camera": camera]
            _ = try await harness.change {
                try harness.engine.patch(item, in: "c", ItemChange(attributes: attributes), completion: $0)
            }
        }
    }

    private static func tell(_ files: [String: UInt64], _ harness: EngineHarness) {
        harness.source.script.withLock { script in
            script.sections = [("s", files.keys.sorted())]
            let byBase = Dictionary(grouping: files.keys.sorted()) { $0.prefix(1) }
            script.pairs = byBase.values.map { $0 }
            for (name, content) in files {
                (script.revisions[name], script.traces[name]) = (content, content + 500_000)
            }
        }
    }

    /// Files come and go.
    mutating func list(renaming: Bool = false) async throws {
        for _ in 0...generator.below(2) {
            let name = Self.names[generator.below(Self.names.count)]
            if let content = files.removeValue(forKey: name) {
                let other = Self.names[generator.below(Self.names.count)]
                if renaming, files[other] == nil, generator.isTrue(0.5) { files[other] = content }
            } else {
                lastContent += 1
                files[name] = lastContent
            }
        }
        Self.tell(files, harness)
        _ = try await harness.refresh()
    }

    mutating func step() async throws {
        let items = try harness.order()[0]
        let cells = try harness.order(of: result.id)[0]
        switch generator.below(9) {
        case 0, 1: try await list(renaming: true)
        case 8 where generator.isTrue(0.5): try await restart()
        case 2:
            try await harness.move(items[generator.below(items.count)], to: IndexPath(0, generator.below(items.count)))
        case 3:
            let (item, place) = (cells[generator.below(cells.count)], IndexPath(0, generator.below(cells.count)))
            try await harness.change {
                try harness.engine.move(item, in: result.id, toAfter: place, completion: $0)
            }
            #expect(try harness.order(of: result.id)[0].firstIndex(of: item) == place.item)
        case 4: _ = try? await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        case 5: _ = try? await harness.change { try harness.engine.redo(in: "c", completion: $0) }
        default: try await restack()
        }
    }

    /// A step that the model follows: people stack, part, move and take back; files come and go; the server starts again.
    mutating func modelledStep() async throws {
        switch generator.below(10) {
        case 0, 1: try await list()
        case 2: try await restart()
        case 3, 4:
            let items = try harness.order()[0]
            let item = items[generator.below(items.count)]
            let stacks = model.stacks(of: items, ranks: try ranks())
            let change = try await harness.move(item, to: IndexPath(0, generator.below(items.count)))
            if !change.patch.patch.moves.isEmpty { model.move(item, in: try harness.order()[0], stacks) }
        case 5, 6:
            let before = model
            guard try await restack() else { return }
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
            if generator.isTrue(0.5) {
                try await harness.change { try harness.engine.redo(in: "c", completion: $0) }
            } else {
                model = before
            }
        default: _ = try await restack()
        }
    }

    /// People do something to stacks.
    /// - Returns: whether that changed anything.
    @discardableResult
    mutating func restack() async throws -> Bool {
        let items = try harness.order()[0]
        let chosen = Set((0...generator.below(3)).map { _ in items[generator.below(items.count)] }).sorted()
        let stackings: [Stacking] = [.stack(face: chosen.last), .stack(face: nil), .unstack, .leave, .face]
        let stacking = stackings[generator.below(stackings.count)]
        let change = try? await harness.change {
            try harness.engine.restack(.items(chosen), in: "c", as: stacking, completion: $0)
        }
        guard let change else { return false }
        model.restack(chosen, as: stacking, in: items, ranks: try ranks())
        return change.patch.to > change.patch.from
    }

    /// Since when the collection has known its items.
    func ranks() throws -> [String: UInt32] {
        let collection = try harness.engine.collection("c")
        return Dictionary(try harness.order()[0].map { ($0, try collection.ordinal(of: $0).rawValue) }) { first, _ in
            first
        }
    }

    /// The stacks, each with its face first.
    func stacks() throws -> Set<[String]> {
        let items = try harness.order()[0]
        let byFace = Dictionary(grouping: items) { item in try? harness.engine.item(item, of: "c").item.stack?.face }
        return Set(
            byFace.compactMap { face, members in
                face.map { face in [face] + members.filter { $0 != face }.sorted() }
            })
    }

    func check(_ comment: String) throws {
        let collection = try harness.engine.collection("c")
        let draft = Draft(of: collection)
        let (stacks, order, groups) = collection.state.withLock { ($0.stacks, $0.snapshot, $0.groups) }
        let known = collection.queries.state.withLock { $0.columns }
        let gap = try harness.engine.summary(of: "c").bursts
        let bursts = BurstOrder(
            gapMilliseconds: Int64(gap.gapMilliseconds), of: order, columns: known, groups: groups)
        let anewStacks = draft.allStacks(gap.isOn ? bursts.runs(in: known) : nil)
        #expect(anewStacks.differences(from: stacks).isEmpty, "\(comment)")
        #expect(stacks.items.allSatisfy { order.contains($0) }, "\(comment)")
        let columns = collection.queries.state.withLock { $0.columns }
        let query = try EngineHarness.query(StackTests.folded)
        let anew = try QueryResult(query, of: order, columns: columns, groups: groups).order
        let names = (0..<anew.numberOfItems).map { collection.itemID(anew.item(atFlat: $0)) }
        #expect(try harness.order(of: result.id).flatMap { $0 } == names, "\(comment)")
        #expect(
            try harness.engine.summary(of: result.id).foldedCount == order.numberOfItems - anew.numberOfItems,
            "\(comment)")
    }
}

/// What people said, item by item.
private struct StackModel {
    private var hands: [String: Int] = [:]
    private var alone: Set<String> = []
    private var faces: Set<String> = []
    private var lastHand = 0

    func stacks(of items: [String], ranks: [String: UInt32]) -> Set<[String]> {
        let sizes = Dictionary(grouping: items) { hands[$0] }.mapValues(\.count)
        let groups = Dictionary(grouping: items.filter { !alone.contains($0) }) { item in
            hands[item].flatMap { sizes[$0]! > 1 ? "hand \($0)" : nil } ?? String(item.prefix(1))
        }
        return Set(
            groups.values.filter { $0.count > 1 }.map { members in
                let isByHand = isByHand(members)
                let inOrder = members.sorted { isByHand ? ranks[$0]! < ranks[$1]! : $0 < $1 }
                let face = inOrder.first { faces.contains($0) } ?? inOrder[0]
                return [face] + members.filter { $0 != face }.sorted()
            })
    }

    /// Whoever is moved away from all others of a stack leaves it.
    mutating func move(_ item: String, in order: [String], _ stacks: Set<[String]>) {
        guard let stack = stacks.first(where: { $0.contains(item) }), let place = order.firstIndex(of: item) else {
            return
        }
        let beside = [place - 1, place + 1].filter { order.indices.contains($0) }.map { order[$0] }
        guard !beside.contains(where: { stack.contains($0) }) else { return }
        hands[item] = nil
        alone.insert(item)
        faces.remove(item)
    }

    private func isByHand(_ stack: [String]) -> Bool { hands[stack[0]] != nil && hands[stack[0]] == hands[stack[1]] }

    mutating func restack(_ chosen: [String], as stacking: Stacking, in items: [String], ranks: [String: UInt32]) {
        let all = self.stacks(of: items, ranks: ranks)
        let stacks = chosen.map { item in all.first { $0.contains(item) } ?? [item] }
        switch stacking {
        case .stack(let face):
            let first = face ?? items.first { chosen.contains($0) }!
            if let now = all.first(where: { $0[0] == first }), Set(now) == Set(chosen), isByHand(now) { return }
            lastHand += 1
            for item in chosen {
                (hands[item], alone) = (lastHand, alone.subtracting([item]))
                faces.remove(item)
            }
            faces.insert(first)
        case .unstack:
            for stack in Set(stacks.filter { $0.count > 1 }) {
                let isByHand = isByHand(stack)
                for item in stack {
                    if !isByHand { alone.insert(item) }
                    hands[item] = nil
                    faces.remove(item)
                }
            }
        case .leave:
            for (item, stack) in zip(chosen, stacks) where stack.count > 1 {
                hands[item] = nil
                alone.insert(item)
                faces.remove(item)
            }
        case .face:
            for (item, stack) in zip(chosen, stacks) {
                faces.subtract(stack)
                faces.insert(item)
            }
        }
    }
}
