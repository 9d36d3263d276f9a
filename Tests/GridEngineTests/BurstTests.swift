import CollectionModel
import CollectionQuery
import JSONText
import LookaheadTesting
import Testing

@testable import GridEngine

/// Bursts: shots of one camera, each soon after the one before, as stacks.
@Suite struct BurstTests {
    private static func shot(_ time: String, camera: String = "Model One", serial: String? = nil) -> JSONObject {
        var shot: JSONObject = ["taken": .string("2024-05-17T\(time)"), "camera": .string(camera)]
        shot["cameraSerial"] = serial.map { .string($0) }
        return shot
    }

    /// A burst of three, two shots of another camera between them, one alone, and one without a date.
    private static let shots: [String: JSONObject] = [
        "a1": shot("12:00:00.000"), "a2": shot("12:00:00.900"), "a3": shot("12:00:01.900"),
        "b1": shot("12:00:00.500", camera: "Model Two"), "b2": shot("12:00:01.501", camera: "Model Two"),
        "c1": shot("12:00:02.901"), "d1": ["camera": .string("Model One")],
    ]

    private static func harness(
        _ shots: [String: JSONObject] = shots, pairs: [[String]] = [], store: MemoryStore = MemoryStore(),
        isOn: Bool = true
    ) async throws -> EngineHarness {
        let harness = try await EngineHarness(
            sections: [("s", shots.keys.sorted())], store: store, attributes: shots, pairs: pairs)
        try await harness.readFields()
        if isOn { try await harness.setBursts(BurstSetting(isOn: true)) }
        return harness
    }

    private func stack(of item: String, _ harness: EngineHarness) throws -> ItemStack? {
        try harness.engine.item(item, of: "c").item.stack
    }

    @Test func `bursts are stacks once somebody says so, and the collection remembers it`() async throws {
        let store = MemoryStore()
        let harness = try await Self.harness(store: store, isOn: false)
        let result = try await harness.openResult(StackTests.folded)
        let all = ["a1", "a2", "a3", "b1", "b2", "c1", "d1"]
        #expect(try harness.order(of: result.id) == [all])
        try await harness.setBursts(BurstSetting(isOn: true))
        #expect(try harness.order(of: result.id) == [["a1", "b1", "b2", "c1", "d1"]])
        #expect(try stack(of: "a2", harness) == ItemStack(id: "a1", kind: .burst, count: 3, face: "a1"))
        #expect(try harness.engine.summary(of: result.id).foldedCount == 2)
        #expect(try harness.engine.savedQueries(of: "c").isEmpty)
        #expect(try harness.engine.summary(of: "c").savedQueries.isEmpty)
        // A longer pause is in it now.
        try await harness.setBursts(BurstSetting(isOn: true, gapMilliseconds: 1001))
        #expect(try harness.order(of: result.id) == [["a1", "b1", "d1"]])
        harness.engine.close()
        let again = try await EngineHarness(
            sections: [("s", all)], store: store, attributes: Self.shots, pairs: [])
        #expect(try again.engine.summary(of: "c").bursts == BurstSetting(isOn: true, gapMilliseconds: 1001))
        let folded = try await again.openResult(StackTests.folded)
        try await until { try again.order(of: folded.id) == [["a1", "b1", "d1"]] }
        try await again.setBursts(BurstSetting())
        #expect(try again.order(of: folded.id) == [all])
    }

    @Test func `two cameras of one model have bursts of their own, where the files tell them apart`() async throws {
        let shots = [
            "a1": Self.shot("12:00:00.000", serial: "1"), "b1": Self.shot("12:00:00.100", serial: "2"),
            "a2": Self.shot("12:00:00.200", serial: "1"), "b2": Self.shot("12:00:00.300", serial: "2"),
            "c1": Self.shot("12:00:00.050"), "c2": Self.shot("12:00:00.250"),
        ]
        let harness = try await Self.harness(shots)
        let result = try await harness.openResult(StackTests.folded)
        #expect(try harness.order(of: result.id) == [["a1", "b1", "c1"]])
        for (item, face) in [("a2", "a1"), ("b2", "b1"), ("c2", "c1")] {
            #expect(try stack(of: item, harness)?.face == face)
        }
    }

    @Test func `a pair is one shot of a burst, and a mark on its cell goes to all files of its face`() async throws {
        var shots = Self.shots
        // What is read of the RAW file is half a minute late; that of c1 says nothing.
        shots["a1.raw"] = Self.shot("12:00:30")
        shots["c1.raw"] = [:]
        let harness = try await Self.harness(shots, pairs: [["a1", "a1.raw"], ["c1", "c1.raw"]])
        let result = try await harness.openResult(StackTests.folded)
        #expect(try harness.order(of: result.id) == [["a1", "b1", "b2", "c1", "d1"]])
        #expect(try stack(of: "a1.raw", harness)?.count == 4)
        #expect(try stack(of: "c1.raw", harness)?.kind == .pair)
        func picked() throws -> [String] {
            try harness.order().joined().filter { try harness.engine.item($0, of: "c").item.attributes["flag"] != nil }
        }
        try await harness.change {
            try harness.engine.mark(.items(["a1"]), in: result.id, as: ["flag": .string("pick")], completion: $0)
        }
        #expect(try picked() == ["a1", "a1.raw"])
        try await harness.change {
            try harness.engine.mark(
                .items(["a1"]), in: result.id, as: ["flag": .string("pick")], meaning: .members, completion: $0)
        }
        #expect(try picked() == ["a1", "a1.raw", "a2", "a3"])
        // Taken apart, the files of a pair stay together.
        try await harness.restackShots(["a2"], as: .unstack)
        #expect(try harness.order(of: result.id) == [["a1", "a2", "a3", "b1", "b2", "c1", "d1"]])
        #expect(try stack(of: "a1.raw", harness) == ItemStack(id: "a1", kind: .pair, count: 2, face: "a1"))
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try stack(of: "a1.raw", harness)?.count == 4)
    }

    // MARK: Filters

    private static let unmarked = #"{"where":{"field":"flag","exists":false},"stacks":"folded"}"#
    private static let picks = #"{"where":{"field":"flag","in":["pick"]},"stacks":"folded"}"#
    private static let rejects = #"{"where":{"field":"flag","in":["reject"]},"stacks":"folded"}"#

    /// A burst of three, of which the second is also a RAW file.
    private func pairedBurst() async throws -> EngineHarness {
        var shots = Self.shots
        shots["a2.raw"] = [:]
        return try await Self.harness(shots, pairs: [["a2", "a2.raw"]])
    }

    private func flag(_ item: String, _ flag: String, in id: String, _ harness: EngineHarness) async throws {
        try await harness.change {
            try harness.engine.mark(.items([item]), in: id, as: ["flag": .string(flag)], completion: $0)
        }
    }

    @Test func `of a burst whose frames are marked one by one, the next unmarked frame takes the place`() async throws {
        let harness = try await pairedBurst()
        let unmarked = try await harness.result(Self.unmarked)
        let others = ["b1", "b2", "c1", "d1"]
        #expect(try harness.order(of: unmarked.id) == [["a1"] + others] && unmarked.foldedCount == 3)
        try await flag("a1", "pick", in: unmarked.id, harness)
        #expect(try harness.order(of: unmarked.id) == [["a2"] + others])
        #expect(try harness.engine.summary(of: unmarked.id).foldedCount == 2)
        // Both files of the frame that is shown.
        try await flag("a2", "reject", in: unmarked.id, harness)
        #expect(try harness.order(of: unmarked.id) == [["a3"] + others])
        try await flag("a3", "pick", in: unmarked.id, harness)
        #expect(try harness.order(of: unmarked.id) == [others])
        for front in ["a3", "a2", "a1"] {
            try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
            #expect(try harness.order(of: unmarked.id) == [[front] + others])
        }
    }

    @Test func `picks that leave are picks, and so are those that are marked again`() async throws {
        let harness = try await pairedBurst()
        for (item, flag) in [("a1", "reject"), ("a2", "pick"), ("a2.raw", "pick"), ("a3", "pick")] {
            try await self.flag(item, flag, in: "c", harness)
        }
        let (picks, rejects) = (try await harness.result(Self.picks), try await harness.result(Self.rejects))
        #expect(try harness.order(of: picks.id) == [["a2"]] && picks.foldedCount == 2)
        #expect(try harness.order(of: rejects.id) == [["a1"]] && rejects.foldedCount == 0)
        func names(_ id: String, _ meaning: StackMeaning? = nil) throws -> [String] {
            try harness.engine.itemList(of: id, meaning: meaning).rows(from: 0, limit: 9).map(\.item.id)
        }
        #expect(try names(picks.id) == ["a2", "a2.raw", "a3"] && names(rejects.id) == ["a1"])
        #expect(try names(picks.id, .open) == ["a2"])
        let album = try await harness.album()
        try await harness.change {
            try harness.engine.add(AlbumAddition(collection: picks.id), to: album, completion: $0)
        }
        #expect(try harness.order(of: album) == [["c/a2", "c/a2.raw", "c/a3"]])
        // All cells of the result, with what they show or with all that they stand for.
        func starred(_ meaning: StackMeaning?) async throws -> [String] {
            let cells = MarkedItems.ranges([0..<1], version: try harness.engine.summary(of: picks.id).version)
            try await harness.change {
                try harness.engine.mark(cells, in: picks.id, as: ["stars": .int(3)], meaning: meaning, completion: $0)
            }
            return try harness.order().joined().filter {
                try harness.engine.item($0, of: "c").item.attributes["stars"] != nil
            }
        }
        #expect(try await starred(nil) == ["a2", "a2.raw"])
        #expect(try await starred(.members) == ["a2", "a2.raw", "a3"])
        // Open, it shows no reject either.
        let open = try await harness.result(
            #"{"where":{"field":"flag","in":["pick"]},"stacks":"folded","openStacks":["a1"]}"#)
        #expect(try harness.order(of: open.id) == [["a2", "a2.raw", "a3"]])
    }

    @Test func `one file of a pair in a burst that is found takes the other one along`() async throws {
        let harness = try await pairedBurst()
        try await flag("a2.raw", "pick", in: "c", harness)
        let picks = try await harness.result(Self.picks)
        #expect(try harness.order(of: picks.id) == [["a2.raw"]])
        let list = try harness.engine.itemList(of: picks.id)
        #expect(try list.rows(from: 0, limit: 9).map(\.item.id) == ["a2", "a2.raw"])
    }

    @Test func `a stack is moved whole, whatever a filter finds of it`() async throws {
        let harness = try await pairedBurst()
        try await flag("a1", "pick", in: "c", harness)
        let unmarked = try await harness.result(Self.unmarked)
        try await harness.change {
            try harness.engine.move("a2", in: unmarked.id, toAfter: IndexPath(0, 4), completion: $0)
        }
        #expect(try harness.order() == [["b1", "b2", "c1", "d1", "a1", "a2", "a2.raw", "a3"]])
        #expect(try stack(of: "a1", harness)?.count == 4)
    }

    @Test func `an open burst is in the sequence of the sort behind its face`() async throws {
        var shots = Self.shots
        for (item, stars) in [("a1", 2), ("a2", 1), ("a3", 5)] { shots[item]?["iso"] = .int(stars) }
        let harness = try await Self.harness(shots)
        let query = #"{"sort":[{"field":"iso","descending":true}],"stacks":"folded","openStacks":["a1"]}"#
        let result = try await harness.result(query)
        #expect(try harness.order(of: result.id)[0].prefix(3) == ["a1", "a3", "a2"])
    }

    @Test func `another face, one that leaves, and a stack by hand inside a burst`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.openResult(StackTests.folded)
        try await harness.restackShots(["a2"], as: .face)
        #expect(try harness.order(of: result.id) == [["a2", "b1", "b2", "c1", "d1"]])
        // Without the one in the middle, the pause between the others is too long.
        try await harness.restackShots(["a2"], as: .leave)
        #expect(try harness.order(of: result.id) == [["a1", "a2", "a3", "b1", "b2", "c1", "d1"]])
        try await harness.change { try harness.engine.undo(in: "c", completion: $0) }
        #expect(try stack(of: "a3", harness)?.face == "a2")
        try await harness.restackShots(["a3", "d1"], as: .stack(face: nil))
        #expect(try harness.order(of: result.id) == [["a2", "a3", "b1", "b2", "c1"]])
        #expect(try stack(of: "a1", harness)?.count == 2)
    }

    @Test func `a clock that is mended by 40 years parts no burst, unless it is mended for a part`() async throws {
        let harness = try await Self.harness()
        let result = try await harness.openResult(StackTests.folded)
        let folded = [["a1", "b1", "b2", "c1", "d1"]]
        let years = JSONValue.int(-40 * 365 * 86_400)
        try await harness.change {
            try harness.engine.mark(
                .items(["a1", "a2", "a3", "c1"]), in: "c", as: ["timeShift": years], completion: $0)
        }
        #expect(try harness.order(of: result.id) == folded)
        try await harness.change {
            try harness.engine.mark(.items(["a3"]), in: "c", as: ["timeShift": .null], completion: $0)
        }
        #expect(try harness.order(of: result.id) == [["a1", "a3", "b1", "b2", "c1", "d1"]])
        for _ in 0..<2 { try await harness.change { try harness.engine.undo(in: "c", completion: $0) } }
        #expect(try harness.order(of: result.id) == folded)
    }

    @Test func `a burst of 5,000 is one stack, and a clock that stands still makes none`() async throws {
        var shots: [String: JSONObject] = [:]
        for number in 0..<5000 {
            // Twenty in a second.
            let (second, milliseconds) = (100 + number / 20 % 60, 1000 + number % 20 * 50)
            let words = (String(second).dropFirst(), String(milliseconds).dropFirst())
            shots["n\(10_000 + number)"] = Self.shot("12:\(10 + number / 1200):\(words.0).\(words.1)")
        }
        var harness = try await Self.harness(shots)
        let result = try await harness.openResult(StackTests.folded)
        #expect(try harness.order(of: result.id) == [["n10000"]] && result.foldedCount == 4999)
        try await harness.restackShots(["n12500"], as: .leave)
        #expect(try harness.order(of: result.id) == [["n10000", "n12500"]])
        harness.engine.close()
        shots = [:]
        for number in 0...BurstOrder.runLimit { shots["s\(100_000 + number)"] = Self.shot("12:00:00") }
        harness = try await Self.harness(shots)
        let still = try await harness.openResult(StackTests.folded)
        #expect(still.foldedCount == 0 && still.itemCount == BurstOrder.runLimit + 1)
    }

    @Test func `another server hears of the setting`() async throws {
        let database = MemoryDatabase()
        let harness = try await Self.harness(store: MemoryStore(sharing: database), isOn: false)
        let result = try await harness.openResult(StackTests.folded)
        try MemoryStore(sharing: database).save(BurstSetting(isOn: true).saved, of: "c")
        try await until { try harness.order(of: result.id) == [["a1", "b1", "b2", "c1", "d1"]] }
    }
}

extension EngineHarness {
    func setBursts(_ setting: BurstSetting) async throws {
        let result: Result<Void, GridError> = try await withCheckedThrowingContinuation { continuation in
            do {
                try engine.set(setting, of: "c") { continuation.resume(returning: $0) }
            } catch {
                continuation.resume(throwing: error)
            }
        }
        try result.get()
    }

    fileprivate func restackShots(_ items: [String], as stacking: Stacking) async throws {
        try await change { try engine.restack(.items(items), in: "c", as: stacking, completion: $0) }
    }
}
