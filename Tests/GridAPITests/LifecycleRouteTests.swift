import GridAPI
import GridEngine
import HTTPServer
import LookaheadTesting
import Synchronization
import Testing

@Suite struct LifecycleRouteTests {
    private func open(_ harness: APIHarness, _ target: String) -> RawClient {
        let client = harness.client()
        client.send("GET \(target) HTTP/1.1\r\nHost: 127.0.0.1:\(harness.port)\r\n\r\n")
        _ = client.receiveHead()
        return client
    }

    /// The next event of a name, as it came.
    private func next(_ name: String, on client: RawClient) -> String? {
        while let chunk = client.receiveChunk() {
            let text = String(decoding: chunk, as: UTF8.self)
            if text.contains("event: \(name)\n") { return text }
        }
        return nil
    }

    @Test func `a viewer's line carries life-cycle reports for who asks, and only then`() async throws {
        let harness = try await APIHarness()
        let viewer = try harness.viewer()
        _ = try harness.ask("POST", "/api/v1/viewers/\(viewer)/range", #"{"seq":1,"version":1,"rect":[0,0,400,300]}"#)
        let report = try #require(
            next("lifecycle", on: open(harness, "/api/v1/viewers/\(viewer)/events?lifecycle=1")))
        for part in [
            #""visible":[0,"#, #""wants":[[0,"#, #""itemCount":100"#, #""loads":{"loaders":4"#,
            #""policy":"predictive","reach":1"#, #""motion":{"time":"#, #""y":0,"height":300,"v":0,"phase":"settled"}"#,
            #""row":{"columns":4,"height":100}"#,
        ] {
            #expect(report.contains(part), "\(part) in \(report)")
        }
        let plain = open(harness, "/api/v1/viewers/\(viewer)/events")
        _ = try harness.ask("POST", "/api/v1/collections/c/moves", #"{"item":"i5","to":[0,0]}"#)
        while let chunk = plain.receiveChunk() {
            let text = String(decoding: chunk, as: UTF8.self)
            #expect(!text.contains("event: lifecycle"))
            if text.contains("event: patch") { break }
        }
    }

    @Test func `settings without demos have loaders alone, and refuse the rest`() async throws {
        let harness = try await APIHarness()
        #expect(try harness.ask("GET", "/api/v1/settings").text == #"{"loaders":4}"#)
        #expect(try harness.ask("PATCH", "/api/v1/settings", #"{"loaders":9}"#).text == #"{"loaders":9}"#)
        for (body, status) in [
            (#"{"loaders":0}"#, 422), (#"{"loaders":33}"#, 422), (#"{"latency":{"origin":[1,2]}}"#, 422),
            (#"{"latency":[1,2]}"#, 422),
            (#"{"origin":{"plugged":false}}"#, 422), (#"{"speed":1}"#, 422), (#"{"loaders":"#, 400),
        ] {
            #expect(try harness.ask("PATCH", "/api/v1/settings", body).status == status, "\(body)")
        }
        #expect(try harness.ask("GET", "/api/v1/settings").text == #"{"loaders":9}"#, "nothing of it was done")
    }
}
