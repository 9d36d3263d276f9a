import CollectionModel
import GridEngine
import LookaheadTesting
import SeededRandom
import Testing

/// What no honest page sends, to every route that reads a body or a query. None may end the process, and each is answered
/// with a status that says whose fault it is.
@Suite struct HostileBodyTests {
    private static let numbers = [
        "0", "-0", "-1", "1", "0.5", "1e6", "1e12", "-1e12", "1e15", "1e18", "-1e18", "9223372036854775807",
        "-9223372036854775808", "9223372036854775808", "1e300", "-1e300", "1e-300", "1e999", "NaN", "null", "\"1\"",
        "[]", "{}", "true",
    ]

    private func check(_ answer: RawClient.Answer?, _ what: String) {
        let status = answer?.status ?? 0
        #expect((200..<500).contains(status), "\(what) was answered \(status)")
    }

    @Test func `extreme numbers in range events`() async throws {
        let house = try await APIHarness()
        let viewer = try house.viewer()
        let client = house.client()
        let json = ["Content-Type: application/json"]
        var sequence = 0
        for number in HostileBodyTests.numbers {
            for body in [
                #""rect":[#,0,400,300]"#, #""rect":[0,#,400,300]"#, #""rect":[0,0,#,300]"#, #""rect":[0,0,400,#]"#,
                #""visible":[#,5]"#, #""visible":[0,#]"#, #""visible":[#,#]"#, #""rect":[0,0,400,300],"have":[0,#]"#,
                #""rect":[0,0,400,300],"have":[#,#]"#, #""rect":[0,0,400,300],"version":#"#,
                #""rect":[0,0,400,300],"velocity":[#,#]"#, #""rect":[0,0,400,300],"decay":#,"velocity":[0,500]"#,
                #""rect":[0,0,400,300],"end":#,"phase":"decelerating""#, #""rect":[0,0,400,300],"time":#"#,
                #""rect":[0,0,400,300],"seq":#"#, #""rect":[0,0,400,300],"pictureDelay":#"#,
            ] {
                sequence += 1
                // A viewer's 200 events a second.
                house.clock.advance(by: .milliseconds(5))
                let text = "{\"seq\":\(sequence)," + body.replacing("#", with: number) + "}"
                check(
                    client.ask("POST", "/api/v1/viewers/\(viewer)/range", port: house.port, headers: json, body: text),
                    text)
            }
        }
    }

    @Test func `extreme numbers in viewers, moves, batches and layouts`() async throws {
        // Some of the batches are well-formed and delete what is first: the last section outlives them all.
        let sections = (0..<8).map { section in (id: "s\(section)", items: (0..<50).map { "i\(section)-\($0)" }) }
        let house = try await APIHarness(sections: sections, capabilities: Capabilities(delete: true))
        let viewer = try house.viewer()
        let client = house.client()
        let json = ["Content-Type: application/json"]
        let collection = "/api/v1/collections/c"
        for number in HostileBodyTests.numbers {
            for (method, target, body) in [
                ("PATCH", "/api/v1/viewers/\(viewer)", #"{"width":#}"#),
                ("PATCH", "/api/v1/viewers/\(viewer)", #"{"height":#}"#),
                ("PATCH", "/api/v1/viewers/\(viewer)", #"{"pixelRatio":#}"#),
                ("PATCH", "/api/v1/viewers/\(viewer)", #"{"layout":{"kind":"column","cellHeight":#}}"#),
                ("PATCH", "/api/v1/viewers/\(viewer)", #"{"layout":{"kind":"mosaic","segmentHeight":#}}"#),
                ("POST", collection + "/moves", #"{"item":"i7-1","to":[#,0]}"#),
                ("POST", collection + "/moves", #"{"item":"i7-1","to":[0,#]}"#),
                ("POST", collection + "/moves", #"{"item":#,"to":[0,0]}"#),
                ("POST", collection + "/batch", #"{"deletes":[[0,#]]}"#),
                ("POST", collection + "/batch", #"{"deletes":[[#,0]]}"#),
                ("POST", collection + "/batch", #"{"moves":[{"from":[0,#],"to":[0,#]}]}"#),
                ("POST", collection + "/batch", #"{"moves":[{"from":[#,0],"to":[0,0]}]}"#),
                ("POST", collection + "/batch", #"{"reloads":[[#,#]]}"#),
                ("POST", collection + "/batch", #"{"deleteSections":[#]}"#),
                ("POST", collection + "/batch", #"{"moveSections":[{"from":#,"to":#}]}"#),
                ("POST", collection + "/batch", #"{"moveSections":[{"from":0,"to":#}]}"#),
                ("POST", collection + "/batch", "#"), ("PATCH", collection + "/items/i7-40", #"{"attributes":#}"#),
                ("PATCH", collection + "/items/i7-40", #"{"attributes":{"x":#}}"#),
            ] {
                let text = body.replacing("#", with: number)
                check(
                    client.ask(method, target, port: house.port, headers: json, body: text),
                    "\(method) \(target) \(text)")
            }
            for query in [
                "layout?width=#", "layout?rect=#,0,400,300", "layout?rect=0,#,400,300", "layout?rect=0,0,#,300",
                "layout?rect=0,0,400,#", "layout?kind=mosaic&width=#", "layout?kind=list&rowHeight=#",
                "layout?kind=mosaic&width=#&rect=#,#,#,#", "items?offset=#", "items?limit=#", "patches?from=#",
                "items/i7-40/image?w=#&rev=99", "items/i7-40/image?w=0&rev=#",
            ] where !query.contains("image?w=#") || number.hasPrefix("-") {
                let target = "\(collection)/\(query.replacing("#", with: number).replacing("\"", with: "%22"))"
                check(client.ask("GET", target, port: house.port), target)
            }
        }
        #expect(client.ask("GET", collection + "/items/i7-40", port: house.port)?.status == 200)
    }

    @Test func `mutated bodies`() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var generator = SeededRandom(seed: seed)
        let house = try await APIHarness(capabilities: Capabilities(delete: true))
        let viewer = try house.viewer()
        let client = house.client()
        let json = ["Content-Type: application/json"]
        let models = [
            (
                "/api/v1/viewers/\(viewer)/range",
                #"{"seq":5,"time":1.5,"version":1,"rect":[0,100,400,300],"velocity":[0,-12.5],"phase":"wheel","have":[0,9]}"#
            ),
            (
                "/api/v1/collections/c/batch",
                #"{"deletes":[[0,1]],"moves":[{"from":[0,2],"to":[0,0]}],"reloads":[[0,3]],"reconfigures":["i9"]}"#
            ),
            ("/api/v1/collections/c/viewers", #"{"layout":{"kind":"list","rowHeight":40},"width":300,"height":200}"#),
            ("/api/v1/collections/c/moves", #"{"item":"i4","to":[0,7]}"#),
        ]
        let alphabet = Array("{}[]\",:0123456789-+.eE\\utfn \u{0}\u{7f}".utf8)
        for _ in 0..<1000 {
            let (target, model) = models.randomElement(using: &generator) ?? models[0]
            var bytes = Array(model.utf8)
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let place = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[place] = alphabet.randomElement(using: &generator) ?? 0
                case 1: bytes.insert(alphabet.randomElement(using: &generator) ?? 0, at: place)
                default:
                    bytes.removeSubrange(place..<min(bytes.count, place + Int.random(in: 1...9, using: &generator)))
                }
                if bytes.isEmpty { bytes = [0] }
            }
            let body = String(decoding: bytes, as: UTF8.self)
            house.clock.advance(by: .milliseconds(5))
            check(
                client.ask("POST", target, port: house.port, headers: json, body: body), "seed \(seed): \(body)")
        }
    }
}
