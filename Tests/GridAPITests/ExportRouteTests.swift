import GridEngine
import ItemSources
import JSONText
import LookaheadTesting
import Testing

@Suite struct ExportRouteTests {
    private let folder = TemporaryFolder()
    private let path = "/api/v1/collections/photos"

    private func lines(_ text: String) -> [String] { text.split(separator: "\n").map(String.init) }

    @Test func `paths are those of the files, in the order that people gave them`() async throws {
        for name in ["a/1.jpg", "a/2.jpg", "b/3.jpg"] { folder.add(name) }
        let house = try await APIHarness()
        try await house.open(folder)
        let items = try house.ask("GET", path + "/items").json["items"]
        let last = items?[2]?["id"]?.text ?? ""
        #expect(try house.ask("POST", path + "/moves", #"{"item":"\#(last)","to":[0,0]}"#).status == 200)
        let answer = try house.ask("GET", path + "/export?as=paths")
        #expect(lines(answer.text) == ["b/3.jpg", "a/1.jpg", "a/2.jpg"].map { folder.file($0) })
        #expect(answer.header("Content-Disposition") == "attachment; filename=\"Photos.txt\"")
        let zero = try house.ask("GET", path + "/export?as=paths0&ranges=0-0,2-2&version=2")
        #expect(zero.text == folder.file("b/3.jpg") + "\0" + folder.file("a/2.jpg") + "\0")
    }

    @Test func `a path of two lines stays on one`() async throws {
        for name in ["1\"\\.jpg", "2\na.jpg", "3\r\"\\b.jpg"] { folder.add(name) }
        let house = try await APIHarness()
        try await house.open(folder)
        let answer = try house.ask("GET", path + "/export?as=paths")
        let quoted = [#""\#(folder.file("2"))\na.jpg""#, #""\#(folder.file("3"))\r\"\\b.jpg""#]
        #expect(lines(answer.text) == [folder.file(#"1"\.jpg"#)] + quoted)
        let zero = try house.ask("GET", path + "/export?as=paths0")
        #expect(zero.text == ["1\"\\.jpg", "2\na.jpg", "3\r\"\\b.jpg"].map { folder.file($0) + "\0" }.joined())
    }

    @Test func `a spreadsheet gets cells that it does not compute`() async throws {
        folder.add("=1+1/@x, \"y\".jpg")
        folder.add("b/plain.jpg")
        let house = try await APIHarness()
        try await house.open(folder)
        let rows = try house.ask("GET", path + "/export?as=csv").text.split(separator: "\r\n").map(String.init)
        let names =
            "position,section,name,path,item,rating,stars,flag,labels,colourLabel,timeShift,taken,width,height,bytes"
        #expect(rows[0].hasSuffix(names))
        #expect(rows[1].hasPrefix("1,\"'=1+1\",\"'@x, \"\"y\"\".jpg\",\"\(folder.path)/=1+1/@x, \"\"y\"\".jpg\","))
        #expect(rows[2].hasPrefix("2,b,plain.jpg,\(folder.file("b/plain.jpg")),") && rows.count == 3)
    }

    @Test func `lines of JSON say what is known of each item, of a result too`() async throws {
        let house = try await APIHarness()
        _ = try house.fields()
        let rated = try house.ask("PATCH", "/api/v1/collections/c/items/i7", #"{"attributes":{"rating":"like"}}"#)
        #expect(rated.status == 200)
        let query = #"{"where":{"field":"rating","in":["like"]}}"#
        let result = try house.ask("POST", "/api/v1/collections/c/queries", query).json["id"]?.text ?? ""
        let answer = try house.ask("GET", "/api/v1/collections/\(result)/export?as=jsonl")
        #expect(
            answer.text == #"{"position":1,"section":"S","name":"i7","item":"i7","rating":"like"}"# + "\n",
            "\(answer.text)")
        #expect(try house.ask("GET", "/api/v1/collections/c/export?as=jsonl").text.split(separator: "\n").count == 100)
        // Posted items have no files.
        #expect(try house.ask("GET", "/api/v1/collections/c/export?as=paths").text.isEmpty)
    }

    @Test func `what is asked for wrongly is refused with words`() async throws {
        let house = try await APIHarness()
        let many = (0...500).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ",")
        for (query, status) in [
            ("", 422), ("?as=pdf", 422), ("?as=paths&ranges=0-1", 422), ("?as=paths&ranges=2-1&version=1", 422),
            ("?as=paths&ranges=a&version=1", 422), ("?as=paths&ranges=0-100&version=1", 422),
            ("?as=paths&ranges=5-6,0-1&version=1", 422), ("?as=paths&ranges=0-1&version=9", 409),
            ("?as=paths&ranges=\(many)&version=1", 422), ("?as=zip", 403), ("?as=paths&other=1", 422),
        ] {
            let answer = try house.ask("GET", "/api/v1/collections/c/export\(query)")
            #expect(answer.status == status, "\(query): \(answer.text)")
        }
    }
}
