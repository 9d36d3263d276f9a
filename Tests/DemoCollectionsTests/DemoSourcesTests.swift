import CollectionModel
import GridEngine
import Testing

@testable import DemoCollections

@Suite struct MaterialColoursTests {
    private let source = MaterialColours()
    private let sections = MaterialPalette.hues.map { MoveSection(id: $0.id, count: $0.shades.count) }

    @Test func `there are nineteen hues with 254 shades, each with its colour`() throws {
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        #expect(listing.sections.count == 19)
        let ids = listing.sections.flatMap(\.items).map(\.id)
        #expect(ids.count == 254 && Set(ids).count == 254)
        #expect(
            source.item("deep-purple-500")?.attributes
                == ["colour": .string("#673ab7"), "name": .string("Deep Purple 500")])
        #expect(ids.allSatisfy { source.item($0)?.attributes["colour"]?.text?.utf8.count == 7 })
        #expect(source.item("deep-purple-501") == nil)
        #expect(source.item("") == nil)
    }

    @Test func `base shades and all of Grey stay, everything else may go`() throws {
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        for section in listing.sections {
            for item in section.items {
                let isAllowed = source.mayMove(item.id, by: .nobody) == .allowed
                #expect(isAllowed == (section.id != "grey" && !item.id.hasSuffix("-500")), "\(item.id)")
            }
        }
    }

    @Test(arguments: [(0, "brown", 10), (5, "brown", 10), (6, "blue-grey", 0), (10, "blue-grey", 0)])
    func `a move into Grey lands at the nearest open place`(item: Int, section: String, place: Int) {
        let target = source.target(
            forMoving: "red-100", proposed: MoveTarget(section: "grey", item: item), sections: sections)
        #expect(target == MoveTarget(section: section, item: place))
    }

    @Test func `Grey at either end, or alone, still has one answer`() {
        let grey = MoveSection(id: "grey", count: 4)
        let teal = MoveSection(id: "teal", count: 3)
        func target(_ item: Int, _ sections: [MoveSection]) -> MoveTarget {
            source.target(forMoving: "red-100", proposed: MoveTarget(section: "grey", item: item), sections: sections)
        }
        #expect(target(0, [grey, teal]) == MoveTarget(section: "teal", item: 0))
        #expect(target(4, [teal, grey]) == MoveTarget(section: "teal", item: 3))
        #expect(target(2, [grey]) == MoveTarget(section: "grey", item: 2))
    }

    @Test func `a move elsewhere goes where it was meant to`() {
        let proposed = MoveTarget(section: "teal", item: 5)
        #expect(source.target(forMoving: "red-100", proposed: proposed, sections: sections) == proposed)
    }
}

@Suite struct NumberedItemsTests {
    @Test func `items are numbered from one`() throws {
        let source = NumberedItems(count: 70_000)
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        #expect(listing.sections.map(\.items.count) == [70_000])
        #expect(listing.sections[0].items[69_999].id == "70000")
        #expect(source.item("70000")?.title == "70000")
        #expect(source.item("1")?.hasImage == false)
        for id in ["0", "70001", "+1", "01", "x", "-1", ""] { #expect(source.item(id) == nil, "\(id)") }
        #expect(source.item("7")?.attributes == NumberedItems(count: 10).item("7")?.attributes)
    }

    @Test func `a raised cancellation ends the listing`() {
        let cancellation = Cancellation()
        cancellation.cancel()
        #expect(throws: SourceError.cancelled) {
            try NumberedItems(count: 10).list(cancellation: cancellation, progress: { _ in })
        }
    }
}

@Suite struct DelayedSourceTests {
    /// A source with every ability that there is.
    private struct AbleSource: ItemSource, FileSource, VolumeSource, PlacedSource, RenamingSource, MoveRules,
        GradualSource, WatchedSource, StoredSource, ContentSource, PostedSource, RevisedSource, ReferringSource,
        TimedSource, SmallOriginals, PairingSource, DataSetSource
    {
        let id = "able"
        let title = "Able"
        let capabilities = Capabilities()
        let root = "/"
        let sizeBytes = 0
        let dataSets: [DataSetFile] = []
        let namesRevision = 0
        let mayHaveUnusedUploads = false
        let watchTrouble: Reason? = nil
        let uploads: [(item: String, picture: PostedPicture)] = []

        var abilities: SourceAbilities {
            var all = SourceAbilities(
                gradual: self, watched: self, stored: self, contents: self, posted: self, references: self, files: self,
                volume: self, places: self, names: self, pairs: self, dataSets: self, moves: self, timed: self,
                smallOriginals: self)
            all.revised = self
            return all
        }

        func list(cancellation: Cancellation, progress: @Sendable (Int) -> Void) throws(SourceError) -> SourceListing {
            SourceListing(sections: [])
        }
        func list(
            cancellation: Cancellation, progress: @Sendable (Int) -> Void,
            part: @escaping @Sendable (() -> SourceListing) -> Void
        ) throws(SourceError) -> SourceListing { SourceListing(sections: []) }
        func changes(cancellation: Cancellation) throws(SourceError) -> SourceChanges { .nothing }
        func watch(_ changed: @escaping @Sendable () -> Void) {}
        func item(_ id: String) -> SourceItem? { nil }
        func items(for ids: [String]) async throws -> [SourceItem] { [] }
        func revision() throws(SourceError) -> String? { nil }
        func item(at path: String) -> String? { nil }
        func read(table: [UInt8], _ take: (DataSetRecord) -> Bool) throws(LoadFailure) {}
        func read(_ file: DataSetFile, _ take: (DataSetPart) -> Bool) throws(LoadFailure) {}
        func forEachPair(_ body: @Sendable (ListedPairs) -> Void) {}
        func pair(of id: String) -> [String] { [] }
        func reference(of id: String) -> ItemReference? { nil }
        func shown(_ id: String) -> Item? { nil }
        func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original { throw .missing }
        func original(
            of id: String, timeLeft: Duration, cancellation: Cancellation
        ) throws(LoadFailure) -> Original { throw .missing }
        func smallOriginal(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original? { nil }
        func file(of id: String) -> OpenFile? { nil }
        func sidecar(of id: String) -> OpenFile? { nil }
        func hasSidecar(_ id: String) -> Bool { false }
        func place(of id: String) -> OriginalPlace? { nil }
        func lastPath(of id: String) -> String? { nil }
        func keepLastPaths(of ids: [String]) {}
        func adopt(_ names: [ListedName]) {}
        func mayMove(_ id: String, by author: ChangeAuthor) -> MovePermission { .allowed }
        func target(forMoving id: String, proposed: MoveTarget, sections: [MoveSection]) -> MoveTarget { proposed }
        func rename(_ title: String) {}
        func adopt(_ contents: PostedContents, of items: IdentifierTable) {}
        func adopt(_ items: [SourceItem]) {}
        func keep(upload bytes: [UInt8], for client: Client?) throws(GridError) -> PostedPicture {
            throw .unsupported(.nothingToList)
        }
        func release(upload picture: PostedPicture) {}
        func dropUploads(except used: Set<PostedPicture>) {}
        func dropUploads() {}
    }

    @Test func `a source that is delayed can do all that it could before`() {
        let abilities = DelayedSource(AbleSource(), milliseconds: 0...1, seed: 1).abilities
        let missing = Mirror(reflecting: abilities).children.filter { child in
            let ability = Mirror(reflecting: child.value)
            return ability.displayStyle == .optional && ability.children.isEmpty
        }
        #expect(missing.compactMap(\.label) == [])
        // Those that only hand on are still the source's own.
        #expect(abilities.watched is AbleSource && abilities.gradual is AbleSource && abilities.volume is AbleSource)
        #expect(abilities.timed is DelayedSource && abilities.smallOriginals is DelayedSource)
    }

    @Test func `a cancellation wakes the wait at once`() async {
        // Ten minutes: the test would time out if the wait were not ended.
        let source = DelayedSource(NumberedItems(count: 10), milliseconds: 600_000...600_000, seed: 1)
        let cancellation = Cancellation()
        let task = Task.detached { () -> LoadFailure? in
            do throws(LoadFailure) {
                _ = try source.original(of: "1", cancellation: cancellation)
                return nil
            } catch {
                return error
            }
        }
        cancellation.cancel()
        #expect(await task.value == .cancelled)
    }

    @Test func `after the wait the source answers`() {
        let source = DelayedSource(NumberedItems(count: 10), milliseconds: 0...1, seed: 1)
        #expect(throws: LoadFailure.missing) { try source.original(of: "1", cancellation: Cancellation()) }
        #expect(source.item("3") == NumberedItems(count: 10).item("3"))
        #expect(source.id == "items")
    }

    @Test func `times lie in the range and depend on item and seed alone`() {
        let source = DelayedSource(NumberedItems(count: 10), milliseconds: 500...2000, seed: 7)
        let times = (1...200).map { source.milliseconds(for: String($0)) }
        #expect(times.allSatisfy { (500...2000).contains($0) })
        #expect(Set(times).count > 150)
        #expect(times == (1...200).map { source.milliseconds(for: String($0)) })
        let other = DelayedSource(NumberedItems(count: 10), milliseconds: 500...2000, seed: 8)
        #expect(times != (1...200).map { other.milliseconds(for: String($0)) })
    }

    @Test func `made-up file sizes tell the times within 30 %, where they are wished for`() throws {
        let source = DelayedSource(
            PaintedItems(count: 200), milliseconds: 20...200, seed: 1, tellsSizes: true)
        for number in 1...200 {
            let wait = source.milliseconds(for: String(number))
            let file = try #require(source.item(String(number))?.file)
            #expect((0.69...1.31).contains(Double(file.bytes) / Double(wait * 25_000)))
        }
        #expect(DelayedSource(PaintedItems(count: 1), milliseconds: 20...200, seed: 1).item("1")?.file == nil)
    }
}
