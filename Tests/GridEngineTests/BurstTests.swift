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
