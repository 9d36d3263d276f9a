import CollectionModel
import JSONText
import LookaheadTesting
import SeededRandom
import Testing

@Suite struct JSONPatchTests {
    @Test func `a patch's JSON Patch, applied step by step, leads where the patch leads`() throws {
        for seed in 0..<UInt64(3_000) {
            var generator = SeededRandom(seed: seed)
            let old = ArrayOrder.random(
                sections: .random(in: 0...4, using: &generator), items: .random(in: 0...12, using: &generator), of: 16,
                using: &generator)
            var new = ArrayOrder.random(
                sections: .random(in: 0...4, using: &generator), items: .random(in: 0...12, using: &generator), of: 16,
                using: &generator)
            if seed % 2 == 0, let near = old.applying(.random(on: old, using: &generator)) { new = near }
            let after = try new.makeSnapshot()
            let patch = try old.makeSnapshot().patch(to: after)
            let operations = try Self.encode(VersionedPatch(from: 4, to: 5, patch: patch), after: after)
            var document = Self.document(old, version: 4)
            for operation in operations { try document.apply(operation) }
            #expect(document == Self.document(new, version: 5), "seed \(seed) \(patch) \(operations)")
            #expect(operations.count <= patch.count + 2)
        }
    }

    @Test func `one move is one move`() throws {
        var snapshot = try Snapshot(sections: [(SectionOrdinal(0), (0..<9).map { ItemOrdinal($0) })])
        let patch = try snapshot.move(ItemOrdinal(2), toAfter: [0, 7])
        var writer = JSONWriter()
        VersionedPatch(from: 1, to: 2, patch: patch).appendJSONPatch(
            to: &writer, after: snapshot, item: Self.item, section: Self.section, title: Self.title)
        #expect(
            String(decoding: writer.bytes, as: UTF8.self) == """
                [{"op":"test","path":"/version","value":1},\
                {"op":"move","from":"/sections/0/items/2","path":"/sections/0/items/7"},\
                {"op":"replace","path":"/version","value":2}]
                """)
    }

    private static func item(_ item: ItemOrdinal, _ writer: inout JSONWriter) {
        writer.object { $0.member("id", Int(item.rawValue)) }
    }

    private static func section(_ section: SectionOrdinal, _ writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("id", Int(section.rawValue))
            writer.key("items")
            writer.array { _ in }
        }
    }

    private static func title(_ section: SectionOrdinal, _ writer: inout JSONWriter) {
        writer.string("section \(section.rawValue)")
    }

    private static func encode(_ patch: VersionedPatch, after: Snapshot) throws -> [JSONValue] {
        var writer = JSONWriter()
        patch.appendJSONPatch(to: &writer, after: after, item: item, section: section, title: title)
        guard case .array(let operations) = try JSONValue(decoding: writer.take()) else { return [] }
        return operations
    }

    private static func document(_ order: ArrayOrder, version: Int) -> JSONValue {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", version)
            writer.key("sections")
            writer.array { writer in
                for section in order.sections {
                    writer.object { writer in
                        writer.member("id", Int(section.id.rawValue))
                        writer.key("items")
                        writer.array { writer in for item in section.items { Self.item(item, &writer) } }
                    }
                }
            }
        }
        return (try? JSONValue(decoding: writer.take())) ?? .null
    }
}

private struct NotApplicable: Error {
    let reason: String
}

/// Just enough of RFC 6902 to apply one operation.
extension JSONValue {
    fileprivate mutating func apply(_ operation: JSONValue) throws {
        guard case .object(let members) = operation, case .string(let name) = members["op"],
            let path = members["path"]?.pointerTokens
        else { throw NotApplicable(reason: "\(operation)") }
        switch name {
        case "test": if value(at: path[...]) != members["value"] { throw NotApplicable(reason: "test") }
        case "remove": _ = try remove(at: path[...])
        case "add": try add(members["value"]!, at: path[...])
        case "replace":
            _ = try remove(at: path[...])
            try add(members["value"]!, at: path[...])
        case "move":
            let value = try remove(at: members["from"]!.pointerTokens![...])
            try add(value, at: path[...])
        default: throw NotApplicable(reason: name)
        }
    }

    private var pointerTokens: [String]? {
        guard case .string(let text) = self else { return nil }
        return text.split(separator: "/").map(String.init)
    }

    private func value(at path: ArraySlice<String>) -> JSONValue? {
        guard let token = path.first else { return self }
        switch self {
        case .object(let object): return object[token]?.value(at: path.dropFirst())
        case .array(let values): return values[Int(token)!].value(at: path.dropFirst())
        default: return nil
        }
    }

    private mutating func remove(at path: ArraySlice<String>) throws -> JSONValue {
        try change(path) { container, token in
            switch container {
            case .array(var values):
                guard let index = Int(token), values.indices.contains(index) else {
                    throw NotApplicable(reason: "nothing to remove at \(path)")
                }
                let removed = values.remove(at: index)
                container = .array(values)
                return removed
            case .object(var object):
                let removed = object[token] ?? .null
                object[token] = .null
                container = .object(object)
                return removed
            default: throw NotApplicable(reason: "no container at \(path)")
            }
        }
    }

    private mutating func add(_ value: JSONValue, at path: ArraySlice<String>) throws {
        _ = try change(path) { container, token in
            switch container {
            case .array(var values):
                guard let index = Int(token), index <= values.count else {
                    throw NotApplicable(reason: "no place at \(path)")
                }
                values.insert(value, at: index)
                container = .array(values)
            case .object(var object):
                object[token] = value
                container = .object(object)
            default: throw NotApplicable(reason: "no container at \(path)")
            }
            return .null
        }
    }

    private mutating func change(
        _ path: ArraySlice<String>, _ body: (inout JSONValue, String) throws -> JSONValue
    ) throws -> JSONValue {
        guard path.count > 1, let token = path.first else { return try body(&self, path.first ?? "") }
        switch self {
        case .array(var values):
            guard let index = Int(token), values.indices.contains(index) else {
                throw NotApplicable(reason: "nothing at \(path)")
            }
            let result = try values[index].change(path.dropFirst(), body)
            self = .array(values)
            return result
        case .object(var object):
            var member = object[token] ?? .null
            let result = try member.change(path.dropFirst(), body)
            object[token] = member
            self = .object(object)
            return result
        default: throw NotApplicable(reason: "no container at \(path)")
        }
    }
}
