import CollectionLayout
import CollectionModel
import JSONText
import LookaheadTesting
import Prefetching
import Synchronization
import Testing

@testable import GridEngine

@Suite struct SheetTests {
    private static let names = (0..<200).map { "i\($0)" }

    private let texels = ScriptedTexels()
    private static let sequence = Atomic(0)

    /// An engine with 200 items in two sections.
    private func harness(store: MemoryStore = MemoryStore()) async throws -> EngineHarness {
        try await EngineHarness(
            sections: [("a", Array(Self.names[..<120])), ("b", Array(Self.names[120...]))], store: store,
            loader: ScriptedLoader(makesPreviews: true, texels: texels))
    }

    private func sheet(
        _ harness: EngineHarness, _ viewer: ViewerID, index: Int = 0, count: Int = 200, size: TexelSize? = nil,
        columns: Int = 20, marks: Bool = false, version: Int? = nil
    ) throws -> Sheet {
        let request = SheetRequest(
            version: try version ?? harness.version, index: index, count: count, size: size, columns: columns,
            hasMarks: marks)
        let answer = try harness.engine.sheet(of: viewer, request, cancellation: Cancellation()) { _ in false }
        return try #require(answer.sheet)
    }

    /// The names whose colours are in a sheet of mean colours; `-` for a slot without one.
    private func shown(_ sheet: Sheet) -> [String] {
        let names = Dictionary(uniqueKeysWithValues: Self.names.map { (ScriptedLoader.colour(of: $0), $0) })
        return (0..<sheet.count).map { slot in
            let bytes = sheet.picture[slot * 4..<slot * 4 + 4].map(UInt32.init)
            return bytes[3] == 255 ? names[bytes[0] << 16 | bytes[1] << 8 | bytes[2]] ?? "?" : "-"
        }
    }

    /// Reports that a viewer of cells of one px shows everything as texels.
    @discardableResult
    private func look(
        _ harness: EngineHarness, _ viewer: ViewerID, of collection: String = "c", top: Double = 0,
        height: Double = 6000, velocity: Double = 0
    ) throws -> RangeAnswer {
        var event = RangeEvent(
            sequence: Self.sequence.add(1, ordering: .relaxed).newValue,
            version: try harness.engine.collection(collection).head.version,
            visible: .rect(Rect(x: 0, y: top, width: 400, height: height)), velocity: velocity,
            phase: velocity == 0 ? .settled : .dragging)
        event.form = .texel
        return try harness.engine.range(viewer, event)
    }

    /// Ends loads as they begin, until `count` have ended.
    private func finish(_ count: Int, _ harness: EngineHarness) async throws -> [String] {
        var order: [String] = []
        while order.count < count {
            for name in harness.loader.running where harness.loader.finish(name) { order.append(name) }
            try await Task.sleep(for: .milliseconds(1))
        }
        return order
    }

    @Test func `a page of texels gets no cells, and what it shows is made from the middle outwards`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        let answer = try look(harness, viewer)
        #expect(answer.cells.isEmpty && answer.visible == 0..<200 && answer.itemCount == 200)
        let order = try await finish(200, harness)
        #expect(Set(order) == Set(Self.names.map { "~\($0)" }))
        #expect(shown(try sheet(harness, viewer)) == Self.names)
    }

    @Test func `the viewer hears which texels have come, and when all have`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        let heard = Mutex<[ViewerEvent]>([])
        let line = try harness.engine.subscribe(to: [viewer], after: nil) { record in
            heard.withLock { $0.append(record.event) }
            return true
        }
        defer { harness.engine.unsubscribe(line, from: [viewer]) }
        try look(harness, viewer)
        _ = try await finish(200, harness)
        var places: Set<Int> = []
        var isDone = false
        while !isDone {
            try await Task.sleep(for: .milliseconds(5))
            for event in heard.withLock({ events in
                defer { events = [] }; return events
            }) {
                guard case .texels(let arrived) = event else {
                    Issue.record("\(event)")
                    continue
                }
                for range in arrived.ranges { places.formUnion(range) }
                isDone = isDone || arrived.isDone
            }
        }
        #expect(places == Set(0..<200))
    }

    @Test func `a sheet follows moves, and one of an older version is refused`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        _ = try await finish(200, harness)
        let before = try harness.version
        try await harness.move("i3", to: IndexPath(1, 5))
        var expected = Self.names
        expected.remove(at: 3)
        expected.insert("i3", at: 124)
        #expect(shown(try sheet(harness, viewer)) == expected)
        #expect(shown(try sheet(harness, viewer, index: 120, count: 10)) == Array(expected[120..<130]))
        #expect(throws: GridError.self) { try sheet(harness, viewer, version: before) }
    }

    @Test func `pixels of cells are where their items are, in both sizes`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        _ = try await finish(200, harness)
        for size in TexelSize.allCases {
            let sheet = try sheet(harness, viewer, index: 7, count: 50, size: size, columns: 20)
            let width = 20 * size.rawValue
            #expect(sheet.picture.count == width * 3 * size.rawValue * 3)
            #expect(sheet.states == Array(repeating: SlotState.texel.rawValue, count: 50))
            for cell in 0..<50 {
                let pixel = ((cell / 20 * size.rawValue + 3) * width + cell % 20 * size.rawValue + 5) * 3
                let colour = ScriptedLoader.colour(of: Self.names[7 + cell])
                let found = sheet.picture[pixel..<pixel + 3].reduce(0) { $0 << 8 | UInt32($1) }
                #expect(found == colour, "\(cell)")
            }
        }
    }

    @Test func `texels are known after a restart, but for contents that changed`() async throws {
        let store = MemoryStore()
        let first = try await harness(store: store)
        let viewer = try first.viewer()
        try look(first, viewer)
        _ = try await finish(200, first)
        first.engine.close()
        let second = try await harness(store: store)
        #expect(shown(try sheet(second, try second.viewer())) == Self.names)
    }

    @Test func `of lost pixels the colour is shown, and they are made again`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        _ = try await finish(200, harness)
        let lost = try harness.engine.collection("c").ordinal(of: "i9")
        texels.damage(lost.rawValue, of: "c")
        #expect(try sheet(harness, viewer, size: .small).states[9] == SlotState.colour.rawValue)
        #expect(try await finish(1, harness) == ["~i9"])
        #expect(try sheet(harness, viewer, size: .small).states[9] == SlotState.texel.rawValue)
    }

    @Test func `where large pixels have left, small ones are shown until they are made again`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        _ = try await finish(200, harness)
        let all = try Self.names.map { try harness.engine.collection("c").ordinal(of: $0).rawValue }
        for ordinal in all { texels.damage(ordinal, of: "c", in: [.large]) }
        texels.room.sizes = [.small]
        let sheet = try sheet(harness, viewer, index: 7, count: 50, size: .large, columns: 20)
        #expect(sheet.states == Array(repeating: SlotState.texel.rawValue, count: 50))
        for cell in 0..<50 {
            let pixel = ((cell / 20 * 16 + 9) * 320 + cell % 20 * 16 + 5) * 3
            let found = sheet.picture[pixel..<pixel + 3].reduce(0) { $0 << 8 | UInt32($1) }
            #expect(found == ScriptedLoader.colour(of: Self.names[7 + cell]), "\(cell)")
        }
        // Nothing is made for which there is no room.
        try await settle(harness, viewer)
        #expect(harness.loader.started.count == 200)
        texels.room.sizes = TexelSize.allCases
        try look(harness, viewer, height: 1500)
        #expect(Set(try await finish(50, harness)) == Set(Self.names[7..<57].map { "~\($0)" }))
        #expect(texels.pixels(.large, of: "c") == 50)
    }

    @Test func `what a full disk has refused is kept when there is room, after what is unknown`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        texels.room.isPaused = true
        try look(harness, viewer, height: 1000)
        _ = try await finish(40, harness)
        #expect(texels.pixels(.small, of: "c") == 0)
        #expect(
            try sheet(harness, viewer, count: 40, size: .small).states.allSatisfy { $0 == SlotState.colour.rawValue })
        // While it refuses, nothing is loaded again and again.
        try await settle(harness, viewer)
        #expect(harness.loader.started.count == 40)
        texels.room.isPaused = false
        try look(harness, viewer)
        let order = try await finish(200, harness)
        #expect(Set(order[..<160]) == Set(Self.names[40...].map { "~\($0)" }))
        #expect(Set(order[160...]) == Set(Self.names[..<40].map { "~\($0)" }))
        for size in TexelSize.allCases {
            #expect(texels.pixels(size, of: "c") == 200)
            #expect(
                try sheet(harness, viewer, size: size).states.allSatisfy { $0 == SlotState.texel.rawValue }, "\(size)")
        }
    }

    @Test func `a larger cache has the larger texels made of what is known already`() async throws {
        let store = MemoryStore()
        texels.room.sizes = [.small]
        let first = try await harness(store: store)
        try look(first, try first.viewer())
        _ = try await finish(200, first)
        first.engine.close()
        #expect(texels.pixels(.large, of: "c") == 0)
        texels.room.sizes = TexelSize.allCases
        let second = try await harness(store: store)
        try look(second, try second.viewer())
        _ = try await finish(200, second)
        #expect(texels.pixels(.large, of: "c") == 200)
    }

    /// Waits until the search for missing texels has come to its end.
    private func settle(_ harness: EngineHarness, _ viewer: ViewerID) async throws {
        while !harness.engine.texels.isSettled(viewer) { try await Task.sleep(for: .milliseconds(1)) }
    }

    // MARK: Order

    /// An engine with 3,000 items in rows of four, 100 px each.
    private func many() async throws -> EngineHarness {
        try await EngineHarness(
            sections: [("a", (0..<3000).map { "i\($0)" })],
            loader: ScriptedLoader(makesPreviews: true, texels: texels))
    }

    /// The items whose texels a viewer wants first, once it wants any.
    private func wants(_ harness: EngineHarness, _ viewer: ViewerID, of count: Int) async throws -> [Int] {
        func now() -> [Int] {
            harness.engine.loads.state.withLock { state in
                state.scheduler.wants(of: ViewerID(rawValue: ~viewer.rawValue)).map { Int($0.key.item) }
            }
        }
        try await until("\(count) wants") { now().count == count }
        return now()
    }

    @Test func `a view at rest wants its texels from its middle outwards, some hundred at a time`() async throws {
        let harness = try await many()
        let viewer = try harness.viewer()
        try look(harness, viewer, height: 75_000)
        #expect(TexelFilling.wantLimit == 512)
        let wants = try await wants(harness, viewer, of: 512)
        #expect(wants == Array(1500..<2012))
        try look(harness, viewer, top: 30_000, height: 5000)
        let fewer = try await self.wants(harness, viewer, of: 200)
        #expect(fewer == Array(1300..<1400) + (1200..<1300).reversed())
    }

    @Test(arguments: [1.0, -1]) func `a view that moves wants what comes next, after what is in view`(
        direction: Double
    ) async throws {
        let harness = try await many()
        let viewer = try harness.viewer()
        // Half a height in the next second.
        try look(harness, viewer, top: 30_000, height: 5000, velocity: 2500 * direction)
        let wants = try await wants(harness, viewer, of: 300)
        let (inView, ahead) = (wants[..<200], wants[200...])
        #expect(Set(inView) == Set(1200..<1400))
        #expect(Array(ahead) == (direction > 0 ? Array(1400..<1500) : Array((1100..<1200).reversed())))
        // The edge that leaves the view comes last.
        #expect(inView.last == (direction > 0 ? 1200 : 1399))
    }

    @Test func `a sheet that nobody wants any more is not put together`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        _ = try await finish(200, harness)
        let cancellation = Cancellation()
        texels.whenRead { cancellation.cancel() }
        let request = SheetRequest(version: try harness.version, index: 0, count: 200, size: .small, columns: 20)
        let answer = try harness.engine.sheet(of: viewer, request, cancellation: cancellation) { _ in false }
        #expect(answer.sheet == nil && texels.sheets == 0)
    }

    @Test func `an unreadable picture has a state of its own, and is not loaded again and again`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        while harness.loader.started.count < 200 || !harness.loader.running.isEmpty {
            for name in harness.loader.running {
                harness.loader.finish(name, with: name == "~i50" ? .unreadable(.loadCancelled) : nil)
            }
            try await Task.sleep(for: .milliseconds(1))
        }
        #expect(try sheet(harness, viewer, size: .small).states[50] == SlotState.failed.rawValue)
        #expect(harness.loader.started.filter { $0 == "~i50" }.count == 1)
    }

    @Test func `the tag of a sheet changes with what is in it, and with nothing else`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        _ = try await finish(200, harness)
        let (first, far) = (try sheet(harness, viewer, count: 40), try sheet(harness, viewer, index: 150, count: 40))
        try await harness.move("i1", to: IndexPath(0, 10))
        #expect(try sheet(harness, viewer, count: 40).tag != first.tag)
        #expect(try sheet(harness, viewer, index: 150, count: 40).tag == far.tag)
    }

    @Test func `loads end when the page shows something else`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        while harness.loader.running.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        try harness.engine.removeViewer(viewer)
        while !harness.loader.running.isEmpty {
            try await Task.sleep(for: .milliseconds(5))
            harness.clock.advance(by: .seconds(5))
            harness.engine.expire()
        }
    }

    @Test func `an overview has the means of equal parts`() async throws {
        let harness = try await harness()
        let viewer = try harness.viewer()
        try look(harness, viewer)
        _ = try await finish(200, harness)
        let answer = try harness.engine.overview(
            of: viewer, version: try harness.version, rows: 50, columns: 2, cancellation: Cancellation()
        ) { _ in false }
        let overview = try #require(answer.sheet)
        #expect(overview.count == 100 && overview.known == 100)
        for part in 0..<100 {
            let colours = [2 * part, 2 * part + 1].map { ScriptedLoader.colour(of: Self.names[$0]) }
            let mean = colours.reduce(1) { $0 + ($1 >> 8 & 255) } / 2
            #expect(overview.picture[part * 4 + 1] == UInt8(mean))
        }
    }

    @Test func `after an overview, which looks at few items of each block, the rest is known as well`() async throws {
        let store = MemoryStore()
        let first = try await harness(store: store)
        try look(first, try first.viewer())
        _ = try await finish(200, first)
        first.engine.close()
        let second = try await harness(store: store)
        let viewer = try second.viewer()
        let answer = try second.engine.overview(
            of: viewer, version: try second.version, rows: 10, columns: 1, cancellation: Cancellation()
        ) { _ in false }
        #expect(answer.sheet?.known == 10)
        #expect(shown(try sheet(second, viewer)) == Self.names)
    }

    @Test func `items without a picture are noted together`() async throws {
        let harness = try await harness()
        harness.source.script.withLock { $0.withoutPictures = Set(Self.names) }
        let viewer = try harness.viewer()
        try look(harness, viewer)
        while try sheet(harness, viewer).known < 200 { try await Task.sleep(for: .milliseconds(5)) }
        // The view is looked through in two parts, from its middle on.
        #expect(texels.kept(of: "c") == (200, 2))
        #expect(try sheet(harness, viewer).picture.enumerated().allSatisfy { $0 % 4 != 3 || $1 == 252 })
    }

    @Test func `an album shows the texels of its originals, which are kept once`() async throws {
        let harness = try await harness()
        let names = ["i5", "i130", "i3"]
        let album = try await harness.album(of: names)
        let (viewer, own) = (try harness.viewer(of: album), try harness.viewer())
        let version = try harness.engine.collection(album).head.version
        try look(harness, viewer, of: album)
        #expect(Set(try await finish(3, harness)) == ["~i5", "~i130", "~i3"])
        #expect(shown(try sheet(harness, viewer, version: version)) == names)
        let pixels = try sheet(harness, viewer, size: .small, columns: 3, version: version)
        for (place, name) in names.enumerated() {
            let pixel = pixels.picture[place * 24..<place * 24 + 3]
            #expect(pixel.reduce(0) { $0 << 8 | UInt32($1) } == ScriptedLoader.colour(of: name))
        }
        // Nobody looked at them there.
        #expect(try sheet(harness, own).known == 3)
        #expect(texels.kept(of: "c").words == 3 && texels.kept(of: album).words == 0)
        // What is lost is made again for the album as well.
        texels.damage(try harness.engine.collection("c").ordinal(of: "i3").rawValue, of: "c")
        #expect(try sheet(harness, viewer, size: .small, version: version).states.last == SlotState.colour.rawValue)
        #expect(try await finish(1, harness) == ["~i3"])
        #expect(try sheet(harness, viewer, size: .small, version: version).states.last == SlotState.texel.rawValue)
    }

    @Test func `an album's viewer hears of the texels that came for others`() async throws {
        let harness = try await harness()
        let album = try await harness.album(of: ["i9", "i4"])
        let viewer = try harness.viewer(of: album)
        let heard = Mutex<Set<Int>>([])
        let line = try harness.engine.subscribe(to: [viewer], after: nil) { record in
            if case .texels(let arrived) = record.event {
                heard.withLock { heard in for range in arrived.ranges { heard.formUnion(range) } }
            }
            return true
        }
        defer { harness.engine.unsubscribe(line, from: [viewer]) }
        try look(harness, viewer, of: album)
        try look(harness, try harness.viewer())
        _ = try await finish(200, harness)
        while heard.withLock({ $0 }) != [0, 1] { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test func `marks are a byte each`() {
        var set = MarkSet()
        #expect(set.byte == 0)
        set[file: .stars] = 3
        #expect(set.byte == 2)
        (set[.stars], set[.flag], set[.colourLabel]) = (6, 2, 4)
        #expect(set.byte == 5 | 2 << 3 | 3 << 5)
        (set[.stars], set[.flag], set[.colourLabel]) = (1, 3, 1)
        #expect(set.byte == 0)
    }
}
