import CollectionLayout
import Testing

@Suite struct LayoutDescriptionTests {
    @Test func `options that are not named keep their defaults`() throws {
        #expect(try LayoutDescription(kind: "column") == .column(ColumnFlow()))
        #expect(
            try LayoutDescription(kind: "mosaic", options: ["segmentHeight": 120])
                == .mosaic(Mosaic(segmentHeight: 120)))
        #expect(try LayoutDescription(kind: "list", options: ["headerHeight": 32]) == .list(ListFlow(headerHeight: 32)))
    }

    @Test func `equal descriptions are one key`() throws {
        let one = try LayoutDescription(kind: "column", options: ["spacing": 8])
        #expect(Set([one, .column(ColumnFlow()), .column(ColumnFlow(spacing: 4))]).count == 2)
    }

    @Test func `an error names the field`() {
        func field(_ kind: String, _ options: [String: Double]) -> String? {
            do throws(LayoutError) {
                _ = try LayoutDescription(kind: kind, options: options)
                return nil
            } catch { return error.field }
        }
        #expect(field("spiral", [:]) == "kind")
        #expect(field("column", ["segmentHeight": 200]) == "segmentHeight")
        #expect(field("column", ["cellHeight": 0]) == "cellHeight")
        #expect(field("column", ["minColumnWidth": .nan]) == "minColumnWidth")
        #expect(field("column", ["spacing": -1]) == "spacing")
        #expect(field("mosaic", ["segmentHeight": .infinity]) == "segmentHeight")
    }
}
