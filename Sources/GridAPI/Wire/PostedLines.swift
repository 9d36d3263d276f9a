import GridEngine
import HTTPServer
import JSONText

/// A posted collection line by line (`application/x-ndjson`), from parts that are split anywhere.
///
///     {"id":"trip","title":"Trip"}
///     {"section":"day-1","title":"Day 1"}
///     {"id":"a","title":"Harbour"}
///
///     {"end":true,"items":1}
///
/// The first line is the collection, a line with `section` begins the next section, and every other one is an item of it. The last one
/// may say how many items came before: then nothing is missing.
struct PostedLines {
    /// Maximum bytes of a line.
    static let lineLimitBytes = 1 << 20

    private var collection: PostedCollection
    /// The beginning of a line whose end has not arrived.
    private var rest: [UInt8] = []
    /// The number of the line that is read, from 1 on.
    private var number = 1
    private var hasHead = false

    private let name: String?

    /// With a name, the collection is called that, whatever its line says.
    init(share: PostedMemory.Share, named name: String? = nil) {
        self.name = name
        collection = PostedCollection(share: share)
    }

    /// Reads the lines that end in a part.
    /// - Throws: the mistake in the first invalid line.
    mutating func read(_ part: [UInt8]) throws(ProblemDetails) {
        guard let last = part.lastIndex(of: UInt8(ascii: "\n")) else {
            rest += part
            return try checkLength()
        }
        rest += part[...last]
        try readLines()
        rest = Array(part[(last + 1)...])
        try checkLength()
    }

    /// Reads the last line, which needs no line feed.
    /// - Returns: the collection, of which nothing is left here.
    /// - Throws: the mistake in it, or that there was no line.
    mutating func end() throws(ProblemDetails) -> PostedCollection {
        try readLines()
        guard hasHead else {
            throw problem(ProblemDetails(.unprocessableContent, "the first line must be the collection"))
        }
        defer { collection = PostedCollection() }
        return collection
    }

    private mutating func readLines() throws(ProblemDetails) {
        let text = rest
        rest = []
        var reader = JSONReader(text)
        while reader.nextLine(&number) {
            let start = reader.position
            do throws(JSONError) {
                try readLine(&reader)
                try reader.endLine(from: start)
            } catch {
                let line = text[start...].prefix { $0 != UInt8(ascii: "\n") }
                var error = JSONReader(Array(line)).isJSON ? error : error.asMalformed
                error.offset -= start
                throw drop(problem(ProblemDetails(error)))
            }
            if let fault = collection.fault {
                throw drop(problem(ProblemDetails(fault), pointer: fault.pointerInLine))
            }
        }
    }

    private mutating func readLine(_ reader: inout JSONReader) throws(JSONError) {
        guard !collection.isWhole else { throw reader.unexpected("must not come after the end") }
        guard hasHead else {
            (collection.id, collection.title) = try reader.readCollectionLine(named: name)
            hasHead = true
            return
        }
        switch try reader.readPostedLine() {
        case .section(let id, let title):
            guard collection.sectionCount < PostedCollection.sectionLimit else {
                throw reader.tooMany("sections", limit: PostedCollection.sectionLimit)
            }
            collection.beginSection()
            collection.endSection(id: id, title: title)
        case .item(let item):
            guard collection.sectionCount > 0 else { throw reader.unexpected("an item must come after its section") }
            guard collection.itemCount < PostedCollection.itemLimit else {
                throw reader.tooMany("items", limit: PostedCollection.itemLimit)
            }
            collection.append(item)
        case .end(let items):
            guard items == collection.itemCount else {
                let reason = "must be the number of items before it, which is \(collection.itemCount)"
                throw JSONError(kind: .unexpected(reason), offset: 0, pointer: "/items")
            }
            collection.isWhole = true
        }
    }

    private mutating func checkLength() throws(ProblemDetails) {
        guard rest.count <= PostedLines.lineLimitBytes else {
            let detail = "a line must not have more than \(PostedLines.lineLimitBytes) bytes"
            throw drop(problem(ProblemDetails(.contentTooLarge, detail)))
        }
    }

    /// Gives the memory back before the client can try again.
    private mutating func drop(_ problem: ProblemDetails) -> ProblemDetails {
        collection = PostedCollection()
        return problem
    }

    /// Says which line it is. The pointer leads to the member in it.
    private func problem(_ problem: ProblemDetails, pointer: String? = nil) -> ProblemDetails {
        var problem = problem
        problem.detail = "line \(number): \(problem.detail ?? problem.title)"
        problem.members.append(("line", .integer(number)))
        if problem.pointer != nil { problem.pointer = pointer ?? problem.pointer }
        return problem
    }
}

extension GridError {
    /// The member of a line that this is about.
    fileprivate var pointerInLine: String? {
        switch self {
        case .invalid(.sectionID, _): "/section"
        case .invalid(.itemID, _): "/id"
        default: nil
        }
    }
}
