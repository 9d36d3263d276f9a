import CollectionModel
import Glibc
import JSONText
import LookaheadTesting
import Testing

/// The vectors of `Tests/Vectors`, which JavaScript and Python run too.
@Suite struct VectorTests {
    @Test func `every batch vector comes out as written`() throws {
        let vectors = try Self.read("batches.json")
        #expect(vectors.count >= 400)
        for vector in vectors {
            var names = Names()
            let before = names.order(vector["before"])
            let batch = names.batch(vector["batch"])
            var snapshot = try before.makeSnapshot()
            let expected = vector["after"] == .null ? nil : names.order(vector["after"])
            do throws(BatchUpdateError) {
                let patch = try snapshot.apply(batch)
                #expect(ArrayOrder(snapshot) == expected, "\(vector)")
                var replayed = before
                replayed.apply(patch)
                #expect(replayed == expected, "\(vector)")
            } catch {
                #expect(expected == nil, "\(vector) \(error)")
            }
        }
    }

    @Test func `every patch vector comes out as written`() throws {
        let vectors = try Self.read("patches.json")
        #expect(vectors.count >= 200)
        for vector in vectors {
            var names = Names()
            let before = names.order(vector["before"])
            let patch = names.patch(vector["patch"], before)
            var snapshot = try before.makeSnapshot()
            #expect(throws: Never.self, "\(vector)") { try snapshot.apply(patch) }
            #expect(ArrayOrder(snapshot) == names.order(vector["after"]), "\(vector)")
        }
    }

    private static func read(_ name: String, file: StaticString = #filePath) throws -> [JSONObject] {
        let folder = "\(file)".split(separator: "/").dropLast(2).joined(separator: "/")
        let input = try #require(fopen("/\(folder)/Vectors/\(name)", "r"), "no \(name)")
        defer { fclose(input) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while case let count = fread(&buffer, 1, buffer.count, input), count > 0 { bytes += buffer[..<count] }
        return try JSONValue(decoding: bytes)["vectors"].elements.compactMap(\.object)
    }
}

/// Ordinals for the names of one vector.
private struct Names {
    private var items = IdentifierTable()
    private var sections = IdentifierTable()

    mutating func item(_ value: JSONValue) -> ItemOrdinal { ItemOrdinal(items.intern(value.text).ordinal) }
    mutating func section(_ value: JSONValue) -> SectionOrdinal { SectionOrdinal(sections.intern(value.text).ordinal) }

    mutating func order(_ value: JSONValue?) -> ArrayOrder {
        ArrayOrder(
            sections: (value ?? .null).elements.map { section in
                .init(id: self.section(section["id"]), items: section["items"].elements.map { item($0) })
            })
    }

    mutating func batch(_ value: JSONValue?) -> BatchUpdate {
        let value = value ?? .null
        return BatchUpdate(
            deletesBefore: value["deletes"].elements.map(\.path),
            inserts: value["inserts"].elements.map { .init(atAfter: $0["at"].path, item: item($0["item"]["id"])) },
            moves: value["moves"].elements.map { .init(fromBefore: $0["from"].path, toAfter: $0["to"].path) },
            reloadsBefore: value["reloads"].elements.map(\.path),
            reconfigures: value["reconfigures"].elements.map { item($0) },
            deleteSectionsBefore: value["deleteSections"].elements.map(\.number),
            insertSections: value["insertSections"].elements.map { insert in
                .init(
                    atAfter: insert["at"].number, section: section(insert["section"]["id"]),
                    items: insert["section"]["items"].elements.map { item($0["id"]) })
            },
            moveSections: value["moveSections"].elements.map {
                .init(fromBefore: $0["from"].number, toAfter: $0["to"].number)
            })
    }

    mutating func patch(_ value: JSONValue?, _ before: ArrayOrder) -> Patch {
        let value = value ?? .null
        var patch = Patch()
        patch.moves = value["moves"].elements.map {
            .init(item: item($0["item"]), from: $0["from"].path, toAfter: $0["to"].path)
        }
        patch.inserts = value["inserts"].elements.map { .init(at: $0["at"].path, item: item($0["item"]["id"])) }
        patch.reloads = value["reloads"].elements.map { item($0) }
        patch.deleteSections = value["deleteSections"].elements.map {
            .init(from: $0.number, section: before.sections[$0.number].id)
        }
        patch.insertSections = value["insertSections"].elements.map {
            .init(at: $0["at"].number, section: section($0["section"]["id"]))
        }
        patch.moveSections = value["moveSections"].elements.map {
            .init(section: before.sections[$0["from"].number].id, from: $0["from"].number, toAfter: $0["to"].number)
        }
        // What a deleted section implies is left out of the JSON.
        let moved = Set(patch.moves.map(\.from))
        var deletes = value["deletes"].elements.map(\.path)
        for section in patch.deleteSections.map(\.from) {
            deletes += before.sections[section].items.indices.map { IndexPath(section, $0) }.filter {
                !moved.contains($0)
            }
        }
        patch.deletes = deletes.sorted().map { .init(from: $0, item: before.sections[$0.section].items[$0.item]) }
        return patch
    }
}

extension JSONValue {
    fileprivate subscript(name: String) -> JSONValue { object?[name] ?? .null }

    fileprivate var object: JSONObject? {
        if case .object(let object) = self { object } else { nil }
    }

    fileprivate var elements: [JSONValue] {
        if case .array(let values) = self { values } else { [] }
    }

    fileprivate var text: String {
        if case .string(let text) = self { text } else { "" }
    }

    fileprivate var number: Int {
        if case .int(let number) = self { number } else { -1 }
    }

    fileprivate var path: IndexPath { IndexPath(elements[0].number, elements[1].number) }
}
