import CollectionModel
import Foundation
import GridAPI
import GridEngine
import HTTPServer
import JSONText
import LookaheadTesting
import Testing

@Suite struct OpenAPITests {
    private func document(_ house: APIHarness) throws -> JSONValue {
        let answer = try house.ask("GET", "/api/v1/openapi.json")
        #expect(answer.status == 200)
        return answer.json
    }

    @Test func `every route is described, and nothing else`() async throws {
        let house = try await APIHarness()
        guard case .object(let paths)? = try document(house)["paths"] else {
            Issue.record("there are no paths")
            return
        }
        var described: Set<String> = []
        for path in paths.members {
            guard case .object(let operations) = path.value else { continue }
            for operation in operations.members { described.insert("\(operation.name.uppercased()) \(path.name)") }
        }
        var router = Router()
        GridAPI(engine: house.engine).register(in: &router)
        #expect(described == Set(router.patterns.map { "\($0.method.name) \($0.pattern)" }))
    }

    @Test func `every operation has an identifier of its own, a group and the program's version above it`() async throws
    {
        let house = try await APIHarness()
        let document = try document(house)
        #expect(document["info"]?["version"]?.text == GridAPI.version)
        guard case .object(let paths)? = document["paths"] else {
            Issue.record("there are no paths")
            return
        }
        var identifiers: [String] = []
        for path in paths.members {
            guard case .object(let operations) = path.value else { continue }
            for operation in operations.members {
                identifiers.append(operation.value["operationId"]?.text ?? "")
                #expect(operation.value["tags"]?.count == 1, "\(path.name)")
            }
        }
        #expect(identifiers.count > 30 && !identifiers.contains(""))
        #expect(Set(identifiers).count == identifiers.count)
    }

    @Test func `every operation shows an example, every content has a schema, and every number to send has its range`()
        async throws
    {
        let house = try await APIHarness()
        guard case .object(let paths)? = try document(house)["paths"] else {
            Issue.record("there are no paths")
            return
        }
        var (operations, numbers, contents) = (0, 0, 0)
        for path in paths.members {
            guard case .object(let methods) = path.value else { continue }
            for operation in methods.members {
                let name = operation.value["operationId"]?.text ?? ""
                operations += 1
                var examples = 0
                if case .array(let parameters)? = operation.value["parameters"] {
                    for parameter in parameters {
                        #expect(parameter["example"] != nil, "\(name): \(parameter.compact)")
                        examples += 1
                        guard ["integer", "number"].contains(parameter["schema"]?["type"]?.text) else { continue }
                        numbers += 1
                        let schema = parameter["schema"]
                        #expect(
                            schema?["enum"] != nil || schema?["minimum"] != nil && schema?["maximum"] != nil,
                            "\(name): \(parameter.compact)")
                    }
                }
                for form in forms(of: operation.value) {
                    contents += 1
                    examples += 1
                    #expect(form["schema"] != nil && form["example"] != nil, "\(name)")
                }
                #expect(examples > 0, "\(name)")
            }
        }
        #expect(operations > 55 && numbers > 30 && contents > 200)
    }

    /// All bodies and answers of an operation, in each content type.
    private func forms(of operation: JSONValue) -> [JSONValue] {
        var holders = [operation["requestBody"]].compactMap { $0 }
        if case .object(let responses)? = operation["responses"] { holders += responses.members.map(\.value) }
        return holders.flatMap { holder in
            guard case .object(let content)? = holder["content"] else { return [JSONValue]() }
            return content.members.map(\.value)
        }
    }

    @Test func `every reference leads somewhere`() async throws {
        let house = try await APIHarness()
        let document = try document(house)
        let schemas = try #require(document["components"]?["schemas"])
        let references = references(in: document)
        #expect(references.count > 50)
        for reference in references {
            let name = reference.split(separator: "/").last.map(String.init) ?? ""
            #expect(schemas[name] != nil, "\(reference)")
        }
    }

    private func references(in value: JSONValue) -> [String] {
        switch value {
        case .object(let object):
            object.members.flatMap { member in
                (member.name == "$ref" ? [member.value.text].compactMap { $0 } : []) + references(in: member.value)
            }
        case .array(let values): values.flatMap(references)
        default: []
        }
    }

    @Test(arguments: ["schemas", "examples"]) func `a file of the description is JSON whose references lead to schemas`(
        name: String
    ) async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/CInterfaceDescription")
        let value = try JSONValue(decoding: Array(try Data(contentsOf: folder.appending(path: "\(name).json"))))
        let house = try await APIHarness()
        let schemas = try #require(document(house)["components"]?["schemas"])
        for reference in references(in: value) {
            #expect(schemas[String(reference.dropFirst("#/components/schemas/".count))] != nil, "\(reference)")
        }
        guard case .object(let entries) = value else {
            Issue.record("\(name).json is no object")
            return
        }
        for entry in entries.members { #expect(schemas[entry.name] != nil, "\(entry.name)") }
    }

    @Test func `every schema has an example that it allows, and every body and answer shows its own`() async throws {
        let house = try await APIHarness()
        let document = try document(house)
        let checker = SchemaChecker(document: document)
        guard case .object(let schemas)? = document["components"]?["schemas"],
            case .object(let paths)? = document["paths"]
        else {
            Issue.record("there are no schemas or no paths")
            return
        }
        #expect(schemas.members.count > 55)
        for schema in schemas.members {
            let example = schema.value["examples"]?[0]
            #expect(example != nil, "\(schema.name)")
            #expect(example.map { checker.faults(of: $0, schema.name) } == [], "\(schema.name)")
        }
        var shown = 0
        func collect(_ value: JSONValue, _ place: String) {
            guard case .object(let object) = value else { return }
            if let name = value["schema"]?["$ref"]?.text?.split(separator: "/").last {
                shown += 1
                #expect(value["example"] == schemas[String(name)]?["examples"]?[0], "\(place)")
            }
            for member in object.members { collect(member.value, "\(place)/\(member.name)") }
        }
        for path in paths.members { collect(path.value, path.name) }
        #expect(shown > 100)
    }

    @Test func `live answers are of the shapes that are told`() async throws {
        let house = try await APIHarness(capabilities: Capabilities(delete: true))
        let checker = SchemaChecker(document: try document(house))
        let viewer = try house.viewer()
        let collection = "/api/v1/collections/c"
        let fields = try house.fields()
        #expect(checker.faults(of: fields, "Fields") == [])
        let movement = try house.ask("POST", collection + "/movements", #"{"item":"i9"}"#).json["movement"]?.text ?? ""
        for (method, target, body, schema) in [
            ("GET", "/api/v1/collections", "", "Collections"), ("GET", collection, "", "Collection"),
            ("GET", collection + "/items?limit=3", "", "Items"), ("GET", collection + "/items/i1", "", "Item"),
            ("GET", collection + "/snapshot", "", "Snapshot"),
            ("POST", collection + "/moves", #"{"item":"i5","to":[0,0]}"#, "Patch"),
            ("POST", collection + "/batch", #"{"deletes":[[0,1]],"reconfigures":["i7"],"reloads":[[0,8]]}"#, "Patch"),
            ("PATCH", collection + "/items/i3", #"{"attributes":{"rating":"like"}}"#, "Patch"),
            ("POST", collection + "/undo", "", "Patch"), ("POST", collection + "/redo", "", "Patch"),
            ("GET", collection + "/patches?from=1", "", "Patches"),
            ("GET", collection + "/layout?kind=column&headerHeight=32", "", "Layout"),
            ("POST", collection + "/movements", #"{"item":"i8"}"#, "Movement"),
            ("PATCH", "\(collection)/movements/\(movement)", #"{"to":[0,3]}"#, "Target"),
            ("POST", "\(collection)/movements/\(movement)/end", "", "Patch"),
            ("POST", collection + "/items/i8/target", #"{"to":[0,3]}"#, "Target"),
            ("POST", collection + "/viewers", #"{"width":300,"height":200}"#, "Viewer"),
            ("GET", "/api/v1/viewers/\(viewer)", "", "Viewer"), ("GET", "/api/v1/viewers", "", "Viewers"),
            ("GET", "/api/v1/settings", "", "Settings"),
            ("PATCH", "/api/v1/settings", #"{"loaders":7}"#, "Settings"),
            ("PATCH", "/api/v1/viewers/\(viewer)", #"{"layout":{"kind":"list","headerHeight":32}}"#, "Viewer"),
            (
                "POST", "/api/v1/viewers/\(viewer)/range", #"{"seq":1,"version":1,"rect":[0,0,400,300]}"#,
                "RangeAnswer"
            ),
            ("GET", collection + "/items/i1/fields", "", "ItemFields"),
            ("GET", collection + "/facets?fields=title,folder,width", "", "Facets"),
            ("POST", collection + "/facets", #"{"fields":["folder"],"query":{"search":"i1"}}"#, "Facets"),
            ("POST", collection + "/queries", #"{"search":"i1","sort":[{"field":"title"}]}"#, "Result"),
            ("POST", collection + "/viewers", #"{"query":{"group":{"field":"folder"}}}"#, "Viewer"),
            ("PATCH", "/api/v1/viewers/\(viewer)", #"{"query":{"where":{"field":"title","contains":"7"}}}"#, "Viewer"),
            ("GET", "/api/v1/viewers/\(viewer)", "", "Viewer"),
            ("PUT", collection + "/queries/sea", #"{"query":{"search":"sea"}}"#, "SavedQuery"),
            ("GET", collection + "/queries", "", "SavedQueries"), ("GET", collection, "", "Collection"),
            ("GET", "/api/v1/stats", "", "Statistics"), ("GET", "/healthz", "", "Health"),
            ("GET", "/healthz/live", "", "Health"), ("GET", "/healthz/ready", "", "Health"),
            ("POST", collection + "/refresh", "", "Refresh"), ("GET", "/api/v1/collections/none", "", "Problem"),
            ("POST", collection + "/moves", #"{"item":"i5"}"#, "Problem"),
        ] {
            let answer = try house.ask(method, target, body)
            #expect(answer.status < 300 || schema == "Problem", "\(method) \(target): \(answer.text)")
            #expect(checker.faults(of: answer.json, schema) == [], "\(method) \(target)")
        }
        let accept = ["Accept: application/json"]
        let events = try house.ask("GET", "/api/v1/viewers/\(viewer)/events?after=0", headers: accept)
        #expect((events.json["events"]?.count ?? 0) > 0)
        #expect(checker.faults(of: events.json, "Events") == [])
    }

    @Test func `the checker finds what is wrong`() async throws {
        let house = try await APIHarness()
        let checker = SchemaChecker(document: try document(house))
        for (text, schema) in [
            (#"{}"#, "Health"), (#"{"status":1}"#, "Health"), (#"{"status":"ok","more":1}"#, "Health"),
            (#"{"patches":[{"collection":"c","from":1}]}"#, "Patches"), ("[1]", "IndexPath"),
            (#"[1,"2"]"#, "IndexPath"), (#"{"field":"a"}"#, "Filter"), (#"{"where":1}"#, "Query"),
            (#"{"field":"a","exists":true,"in":[]}"#, "Filter"),
        ] {
            let value = try JSONValue(decoding: Array(text.utf8))
            #expect(!checker.faults(of: value, schema).isEmpty, "\(text)")
        }
    }
}

/// As much of JSON Schema as the description uses.
struct SchemaChecker {
    let document: JSONValue

    func faults(of value: JSONValue, _ name: String) -> [String] {
        guard let schema = document["components"]?["schemas"]?[name] else { return ["no schema \(name)"] }
        return faults(of: value, schema, at: "")
    }

    private func faults(of value: JSONValue, _ schema: JSONValue, at pointer: String) -> [String] {
        if let reference = schema["$ref"]?.text, let name = reference.split(separator: "/").last {
            guard let target = document["components"]?["schemas"]?[String(name)] else { return ["\(pointer): \(name)"] }
            return faults(of: value, target, at: pointer)
        }
        if case .array(let values)? = schema["enum"] {
            return values.contains(value) ? [] : ["\(pointer): not in the enum"]
        }
        if case .array(let forms)? = schema["oneOf"] {
            let count = forms.count { faults(of: value, $0, at: pointer).isEmpty }
            guard count == 1 else { return ["\(pointer): of \(count) of the forms"] }
        }
        if case .array(let forms)? = schema["anyOf"] {
            guard forms.contains(where: { faults(of: value, $0, at: pointer).isEmpty }) else {
                return ["\(pointer): of none of the forms"]
            }
        }
        if let condition = schema["if"] {
            let branch = faults(of: value, condition, at: pointer).isEmpty ? "then" : "else"
            if let chosen = schema[branch] {
                let found = faults(of: value, chosen, at: pointer)
                guard found.isEmpty else { return found }
            }
        }
        if let type = schema["type"], !isOfType(value, type) { return ["\(pointer): not \(type.compact)"] }
        switch value {
        case .object(let object): return faults(of: object, schema, at: pointer)
        case .array(let values):
            var found: [String] = []
            if let least = schema["minItems"]?.number, values.count < least { found.append("\(pointer): too short") }
            if let most = schema["maxItems"]?.number, values.count > most { found.append("\(pointer): too long") }
            guard let items = schema["items"] else { return found }
            return found + values.enumerated().flatMap { faults(of: $1, items, at: "\(pointer)/\($0)") }
        default: return []
        }
    }

    private func faults(of object: JSONObject, _ schema: JSONValue, at pointer: String) -> [String] {
        var found: [String] = []
        if case .array(let names)? = schema["required"] {
            for case .string(let name) in names where object[name] == nil {
                found.append("\(pointer)/\(name): missing")
            }
        }
        if let least = schema["minProperties"]?.number, object.members.count < least {
            found.append("\(pointer): too few members")
        }
        if let most = schema["maxProperties"]?.number, object.members.count > most {
            found.append("\(pointer): too many members")
        }
        if case .array(let names)? = schema["propertyNames"]?["enum"] {
            for member in object.members where !names.contains(.string(member.name)) {
                found.append("\(pointer)/\(member.name): not among the names")
            }
        }
        for member in object.members {
            if let property = schema["properties"]?[member.name] {
                if property == .bool(false) { found.append("\(pointer)/\(member.name): not together") }
                found += faults(of: member.value, property, at: "\(pointer)/\(member.name)")
            } else if schema["additionalProperties"] == .bool(false) {
                found.append("\(pointer)/\(member.name): not told of")
            }
        }
        return found
    }

    private func isOfType(_ value: JSONValue, _ type: JSONValue) -> Bool {
        if case .array(let types) = type { return types.contains { isOfType(value, $0) } }
        return switch (value, type.text) {
        case (.object, "object"), (.array, "array"), (.string, "string"), (.bool, "boolean"), (.null, "null"),
            (.int, "integer"), (.int, "number"), (.double, "number"):
            true
        default: false
        }
    }
}
