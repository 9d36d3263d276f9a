import Foundation
import GridEngine
import Testing

/// The codes of reasons in the sources, and the words that the page has for them.
@Suite struct ReasonCodeTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The text of all files below a folder of the package.
    private func texts(below folder: String, ending: String) throws -> [String] {
        let root = Self.root.appending(path: folder)
        let paths = try #require(FileManager.default.enumerator(atPath: root.path()))
        return try paths.compactMap { $0 as? String }.filter { $0.hasSuffix(ending) }
            .map { try String(contentsOf: root.appending(path: $0), encoding: .utf8) }
    }

    private func codes(in texts: [String], _ pattern: Regex<(Substring, Substring)>) -> Set<String> {
        Set(texts.flatMap { text in text.matches(of: pattern).map { String($0.output.1) } })
    }

    /// The codes that are composed of a name.
    private static let composed: Set<String> = {
        let things: [GridError.Thing] = [.collection, .section, .item, .viewer, .movement, .query]
        // The last seven have no shares.
        let limited: [GridError.Limited] = [
            .collections, .items, .viewers, .movements, .archives, .originals, .uploads, .changes, .megabytes,
            .savedQueries, .results, .labels, .closeLooks, .sheets,
        ]
        return Set(
            things.map { GridError.notFound($0, id: "").reason.code }
                + limited.map { GridError.tooMany($0, limit: 1).reason.code }
                + limited.dropLast(7).map { GridError.shareUsed($0, share: 1).reason.code }
                + [GridError.tooFast(.queries, perSecond: 1).reason.code])
    }()

    /// Every `Reason("code", …)`, every code in an initializer of `Reason`, and those that are composed.
    private func serverCodes() throws -> Set<String> {
        let texts = try texts(below: "Sources", ending: ".swift").filter { $0.contains("Reason") }
        // The gate knows no reasons, only their form.
        let gate = try self.texts(below: "Sources/HTTPServer", ending: ".swift")
        let initializers = texts.filter { $0.contains("extension Reason") }
        return Self.composed.union(codes(in: texts, #/Reason\(\s*"([a-z-]+)"/#))
            .union(codes(in: gate, #/"code", \.string\("([a-z-]+)"\)/#))
            .union(codes(in: initializers, #/self\.init\(\s*"([a-z-]+)"/#))
    }

    private func words(_ language: String) throws -> Set<String> {
        let tables = try texts(below: "Public/strings", ending: ".js").filter {
            $0.contains(/export const (reasons|firstReasons|refusals) =/)
        }
        let own = tables.filter { $0.contains(/[가-힣]/) == (language == "ko") }
        return codes(in: own, #/\n  '?([a-z-]+)'?: /#)
    }

    @Test func `the page has Korean words for every reason of the server`() throws {
        // A program says in its own words why it refuses a move.
        let programs: Set<String> = ["source-refused"]
        let (codes, words) = (try serverCodes(), try words("ko"))
        #expect(codes.count > 40)
        #expect(codes.subtracting(words).subtracting(programs).sorted() == [])
    }

    /// In English, it shows the server's sentences. Those of the gate and of watched folders come without one.
    @Test func `the page repeats no sentence of the server`() throws {
        let withoutSentence: Set<String> = ["read-only", "folder-polled-remote", "folder-polled-limit"]
        #expect(try words("en").intersection(serverCodes()).subtracting(withoutSentence).sorted() == [])
    }

    @Test(arguments: ["en", "ko"]) func `the page has no words for a reason that nothing gives`(language: String) throws
    {
        let page = codes(in: try texts(below: "Public", ending: ".js"), #/code: '([a-z-]+)'/#)
        #expect(try words(language).subtracting(serverCodes()).subtracting(page).sorted() == [])
    }
}
