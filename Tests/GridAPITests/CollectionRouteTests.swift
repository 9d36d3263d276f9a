import CollectionModel
import GridAPI
import GridEngine
import LookaheadTesting
import Testing

@Suite struct CollectionRouteTests {
    @Test func `collections are listed with what may be done to them`() async throws {
        let house = try await APIHarness(sections: [("a", ["1", "2"]), ("b", [])])
        let list = try house.ask("GET", "/api/v1/collections")
        #expect(list.status == 200)
        let first = try #require(list.json["collections"]?[0])
        #expect(first["id"]?.text == "c")
        #expect(first["itemCount"]?.number == 2)
        #expect(first["sectionCount"]?.number == 2)
        #expect(first["capabilities"]?["move"] == .bool(true))
        let one = try house.ask("GET", "/api/v1/collections/c")
        #expect(one.json == first)
        #expect(try house.ask("GET", "/api/v1/collections/none").status == 404)
    }

    @Test func `items come page by page, with the way to the next`() async throws {
        let house = try await APIHarness()
        var target: String? = "/api/v1/collections/c/items?limit=30"
        var ids: [String] = []
        while let next = target {
            let page = try house.ask("GET", next)
            #expect(page.status == 200)
            for index in 0..<(page.json["items"]?.count ?? 0) {
                let item = page.json["items"]?[index]
                ids.append(item?["id"]?.text ?? "")
                #expect(item?["indexPath"]?.compact == "[0,\(ids.count - 1)]")
            }
            target = page.header("Link").flatMap { $0.split(separator: ">").first }.map { String($0.dropFirst()) }
        }
        #expect(ids == (0..<100).map { "i\($0)" })
        #expect(try house.ask("GET", "/api/v1/collections/c/items?limit=0").status == 422)
        #expect(try house.ask("GET", "/api/v1/collections/c/items?section=none").status == 404)
    }

    @Test func `one item is found by any name`() async throws {
        let names = ["a/b", "日本 1", "100%", "..", "a?b#c", "+"]
        let house = try await APIHarness(sections: [("s", names)])
        for (place, name) in names.enumerated() {
            let escaped = name.utf8.map { byte in
                let digits = String(byte, radix: 16)
                return "%" + (digits.utf8.count == 1 ? "0" : "") + digits
            }.joined()
            let item = try house.ask("GET", "/api/v1/collections/c/items/\(escaped)")
            #expect(item.json["id"]?.text == name)
            #expect(item.json["indexPath"]?.compact == "[0,\(place)]")
        }
        #expect(try house.ask("GET", "/api/v1/collections/c/items/none").status == 404)
    }

    @Test func `the snapshot is whole, however many pieces it takes`() async throws {
        let sections = (0..<3).map { section in
            (id: "s\(section)", items: (0..<(section * 4000)).map { "item-\(section)-\($0)" })
        }
        let house = try await APIHarness(sections: sections)
        let answer = try house.ask("GET", "/api/v1/collections/c/snapshot")
        #expect(answer.status == 200)
        #expect(answer.header("Transfer-Encoding") == "chunked")
        for (index, section) in sections.enumerated() {
            let found = answer.json["sections"]?[index]
            #expect(found?["id"]?.text == section.id)
            #expect(found?["title"]?.text == section.id.uppercased())
            guard case .array(let items)? = found?["items"] else {
                Issue.record("section \(index) has no items")
                continue
            }
            #expect(items.map { $0["id"]?.text } == section.items)
        }
        let tag = try #require(answer.header("ETag"))
        let known = try house.ask("GET", "/api/v1/collections/c/snapshot", headers: ["If-None-Match: \(tag)"])
        #expect(known.status == 304)
        let one = try house.ask("GET", "/api/v1/collections/c/snapshot?section=s1")
        #expect(one.json["sections"]?.count == 1)
        #expect(one.json["sections"]?[0]?["items"]?.count == 4000)
        #expect(try house.ask("GET", "/api/v1/collections/c/snapshot?section=none").status == 404)
    }

    @Test func `a layout can be asked for alone`() async throws {
        let house = try await APIHarness()
        let options = "kind=column&minColumnWidth=100&cellHeight=50&spacing=0&inset=0&width=400"
        let answer = try house.ask("GET", "/api/v1/collections/c/layout?\(options)&rect=0,40,400,60")
        #expect(answer.status == 200)
        #expect(answer.json["contentSize"]?.compact == "[400,1250]")
        #expect(answer.json["elements"]?.count == 8)
        #expect(answer.json["elements"]?[0]?.compact == #"{"indexPath":[0,0],"frame":[0,0,100,50]}"#)
        for bad in ["kind=spiral", "kind=column&rowHeight=20", "kind=column&spacing=-1", "width=x", "rect=1,2,3"] {
            let refused = try house.ask("GET", "/api/v1/collections/c/layout?\(bad)")
            #expect(refused.status == 422, "\(bad)")
            // An address has no pointers: the sentence says which parameter it is.
            let name = bad.split(separator: "&").last?.prefix { $0 != "=" } ?? ""
            #expect(refused.json["detail"]?.text?.contains(name) == true, "\(refused.text)")
        }
    }

    @Test func `figures are to be had as JSON and as text`() async throws {
        let house = try await APIHarness()
        let statistics = try house.ask("GET", "/api/v1/stats")
        #expect(statistics.json["loads"]?["loaders"]?.number == 4)
        #expect(statistics.json["collections"]?[0]?["id"]?.text == "c")
        let metrics = try house.ask("GET", "/metrics")
        #expect(metrics.text.contains("lookahead_items{collection=\"c\"} 100\n"))
        for line in metrics.text.split(separator: "\n") where !line.hasPrefix("#") {
            #expect(line.split(separator: " ").count == 2)
        }
        #expect(try house.ask("GET", "/healthz").text == #"{"status":"ok","version":"\#(GridAPI.version)"}"#)
    }
}
