import GridEngine
import ItemSources
import Testing

@testable import DemoCollections

@Suite struct LandscapesTests {
    /// All 36, small: unoptimised painting is slow.
    private static let pictures = (0..<36).map { paint(Landscapes().landscape($0)) }

    private static func paint(_ landscape: Landscape) -> [UInt8] {
        var painter = LandscapePainter(landscape, width: 30, height: 20)
        return painter.paint()
    }

    @Test func `thirty-six pictures lie in four moods, each with a title of its own`() throws {
        let source = Landscapes()
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        #expect(listing.sections.map(\.title) == ["Dawn", "Day", "Dusk", "Night"])
        #expect(listing.sections.map(\.items.count) == [9, 9, 9, 9])
        let titles = listing.sections.flatMap(\.items).compactMap { source.item($0.id)?.title }
        #expect(Set(titles).count == 36, "\(titles)")
    }

    @Test func `the same picture is painted each time, and no two are alike`() {
        #expect(Self.pictures[7] == Self.paint(Landscapes().landscape(7)))
        #expect(Set(Self.pictures).count == 36)
    }

    @Test func `a picture uses a wide range of light`() {
        for number in 0..<36 {
            let bytes = Self.pictures[number]
            #expect(bytes.count == 30 * 20 * 3)
            #expect(bytes.max()! - bytes.min()! > 90, "\(Landscapes().landscape(number).title)")
        }
    }

    @Test func `nights are darker than days`() {
        func light(_ number: Int) -> Int { Self.pictures[number].reduce(0) { $0 + Int($1) } }
        for number in 0..<9 { #expect(light(27 + number) < light(9 + number)) }
    }

    @Test func `an original has the size that the item tells`() throws {
        let source = Landscapes()
        let item = try #require(source.item("landscape-36"))
        guard
            case .pixels(let width, let height, let rgb) = try source.original(
                of: "landscape-36", cancellation: Cancellation())
        else {
            Issue.record("a landscape is painted")
            return
        }
        #expect((width, height) == (item.width, item.height))
        #expect(rgb.count == width * height * 3)
    }

    @Test func `the endless ones are one section, and none lies beyond the end`() throws {
        let source = Landscapes(count: 1_000)
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        #expect(listing.sections.map(\.items.count) == [1_000])
        #expect(source.item("landscape-1000")?.title.hasSuffix("no. 1000") == true)
        for id in ["landscape-0", "landscape-1001", "landscape-01", "landscape-", "x", ""] {
            #expect(source.item(id) == nil, "\(id)")
            #expect(throws: LoadFailure.missing) { try source.original(of: id, cancellation: Cancellation()) }
        }
    }

    @Test func `the landscapes lie on their origin under names without its port`() throws {
        let urls = LandscapeURLs(Landscapes(count: 100_000), origin: "http://127.0.0.1:1")
        let sections = try urls.sections(cancellation: Cancellation(), progress: { _ in })
        #expect(sections.map(\.items.count) == [100_000])
        let entry = try #require(urls.entry("landscape-100000"))
        #expect(entry.address == "http://127.0.0.1:1/landscapes-endless/landscape-100000.jpg")
        #expect(entry.revision == sections[0].items[99_999].revision)
        let elsewhere = LandscapeURLs(Landscapes(count: 100_000), origin: "http://127.0.0.1:2")
        #expect(elsewhere.entry("landscape-100000")?.revision == entry.revision)
        #expect(urls.entry("landscape-100001") == nil)
    }
}
