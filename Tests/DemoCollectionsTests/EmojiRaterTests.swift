import GridEngine
import Testing

@testable import DemoCollections

@Suite struct EmojiRaterTests {
    private let source = EmojiRater(list: Self.list)
    /// From this file's place in the repository.
    static let list =
        #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" } + "/Public/demos/emoji.txt"

    @Test func `every fully qualified emoji is there once, in the groups of Unicode`() throws {
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        #expect(
            listing.sections.map(\.title) == [
                "Smileys & Emotion", "People & Body", "Animals & Nature", "Food & Drink", "Travel & Places",
                "Activities", "Objects", "Symbols", "Flags",
            ])
        let ids = listing.sections.flatMap(\.items).map(\.id)
        #expect(ids.count == 3655)
        #expect(Set(ids).count == ids.count)
        #expect(ids.first == "1f600")
    }

    @Test func `an emoji is named by its code points and shown by its sign`() throws {
        let flag = try #require(source.item("1f3f4-e0067-e0062-e0073-e0063-e0074-e007f"))
        #expect(flag.title == "flag: Scotland")
        #expect(flag.attributes["emoji"] == .string("🏴󠁧󠁢󠁳󠁣󠁴󠁿"))
        #expect(source.item("23-fe0f-20e3")?.title == "keycap: #")
        #expect(source.item("1f600 ") == nil)
        #expect(source.capabilities.rate == ["like", "dislike"])
    }

    @Test func `its picture is a ground of its own, the same each time`() throws {
        func pixels(_ id: String) throws -> [UInt8] {
            guard case .pixels(_, _, let rgb) = try source.original(of: id, cancellation: Cancellation()) else {
                return []
            }
            return rgb
        }
        #expect(try pixels("1f600") == pixels("1f600"))
        #expect(try pixels("1f600") != pixels("1f603"))
        #expect(try pixels("1f600").count == EmojiRater.pictureSide * EmojiRater.pictureSide * 3)
        #expect(throws: LoadFailure.missing) { try source.original(of: "x", cancellation: Cancellation()) }
    }
}

@Suite struct SmallDemosTests {
    @Test func `twelve friends stand in one section, each with a name and a colour`() {
        let sections = Friends.sections
        #expect(sections.map(\.items.count) == [12])
        #expect(sections[0].items[0].content?.title == "Ada Abe")
        #expect(Set(sections[0].items.compactMap { $0.content?.title }).count == 12)
        #expect(sections[0].items.allSatisfy { $0.content?.kind == "friend" })
    }

    @Test func `the mosaic has 151 cells, neighbours of different colours`() throws {
        let cells = MosaicCells()
        let items = try cells.list(cancellation: Cancellation(), progress: { _ in }).sections[0].items
        #expect(items.count == 151)
        let colours = items.compactMap { cells.item($0.id)?.attributes["colour"]?.text }
        #expect(colours.count == 151)
        #expect(zip(colours, colours.dropFirst()).allSatisfy { $0 != $1 })
        #expect(colours.allSatisfy { $0.utf8.count == 7 })
        #expect(cells.capabilities.layout == "mosaic")
    }

    @Test func `a latency that is turned holds from the next load on`() {
        let dial = LatencyDial(500...2000)
        let source = DelayedSource(EmojiRater(list: EmojiRaterTests.list), latency: dial, seed: 1)
        #expect((500...2000).contains(source.milliseconds(for: "1f600")))
        dial.milliseconds = 7...7
        #expect(source.milliseconds(for: "1f600") == 7)
    }
}
