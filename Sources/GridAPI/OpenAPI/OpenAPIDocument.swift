import HTTPServer
import JSONText

/// The interface's description (OpenAPI 3.1), of the operations that are declared. Tests check that real responses have the
/// described shapes.
enum OpenAPIDocument {
    static func json(of operations: [Operation]) -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 256 * 1024)
        writer.object { writer in
            writer.member("openapi", "3.1.0")
            writer.object("info") { writer in
                writer.member("title", "Lookahead")
                writer.member("version", GridAPI.version)
                writer.member("description", "A collection view for the web, run from the server.")
            }
            writer.object("paths") { writer in
                var paths: [String] = []
                for operation in operations where !paths.contains(operation.path) { paths.append(operation.path) }
                for path in paths {
                    writer.key(escaping: path)
                    writer.object { writer in
                        for operation in operations where operation.path == path {
                            writer.key(escaping: operation.method.name.lowercased())
                            writer.operation(operation)
                        }
                    }
                }
            }
            writer.object("components") { writer in writer.member("schemas", .object(OpenAPISchemas.all)) }
        }
        return writer.take()
    }
}

extension JSONWriter {
    fileprivate mutating func operation(_ operation: Operation) {
        object { writer in
            writer.member("operationId", operation.id)
            writer.member("tags", [operation.tag.rawValue])
            writer.member("summary", operation.summary)
            writer.array("parameters") { writer in
                for name in operation.pathNames { writer.pathParameter(name) }
                for parameter in operation.query {
                    writer.parameter(
                        parameter.name, "query", parameter.isRequired, parameter.note, parameter.schema,
                        parameter.example)
                }
                for header in operation.headers {
                    writer.parameter(header.name, "header", false, header.note, header.schema, header.example)
                }
            }
            if let body = operation.body, !body.forms.isEmpty {
                writer.object("requestBody") { writer in
                    writer.member("required", true)
                    writer.content(body.forms)
                }
            }
            writer.object("responses") { writer in
                for status in operation.answer.statuses { writer.success(status, operation.answer) }
                for status in operation.refusals { writer.refusal(status) }
            }
        }
    }

    private mutating func pathParameter(_ name: String) {
        let known = [
            "c": ("collection", "trip"), "i": ("item", "harbour"), "m": ("movement", "1f0c2b9a"),
            "q": ("name of a saved query", "birds"), "s": ("section", "day-1"), "v": ("viewer", "3f9d0c1b2a4e5f60"),
        ]
        let (note, example) = known[name] ?? ("", "")
        parameter(name, "path", true, note, ["type": .string("string"), "minLength": .int(1)], .string(example))
    }

    private mutating func parameter(
        _ name: String, _ place: String, _ isRequired: Bool, _ note: String, _ schema: JSONObject, _ example: JSONValue
    ) {
        object { writer in
            writer.member("name", name)
            writer.member("in", place)
            writer.member("required", isRequired)
            if !note.isEmpty { writer.member("description", note) }
            writer.member("schema", .object(schema))
            writer.member("example", example)
        }
    }

    private mutating func success(_ status: Int, _ answer: Operation.Answer) {
        key(escaping: "\(status)")
        object { writer in
            writer.member("description", "Success")
            if !answer.headers.isEmpty { writer.headers(answer.headers.map { ($0.name, $0.note) }) }
            if !answer.forms.isEmpty { writer.content(answer.forms) }
        }
    }

    private mutating func refusal(_ status: Int) {
        key(escaping: "\(status)")
        object { writer in
            writer.member("description", HTTPStatus(status).phrase)
            if [429, 503].contains(status) { writer.headers([("Retry-After", "seconds")]) }
            writer.content([("application/problem+json", "Problem")])
        }
    }

    private mutating func headers(_ headers: [(name: String, note: String)]) {
        object("headers") { writer in
            for header in headers {
                writer.key(escaping: header.name)
                writer.object { writer in
                    writer.member("description", header.note)
                    writer.member("schema", .object(["type": .string("string")]))
                }
            }
        }
    }

    private mutating func content(_ forms: [(type: String, schema: String)]) {
        object("content") { writer in
            for form in forms {
                writer.key(escaping: form.type)
                writer.object { writer in
                    writer.member(
                        "schema", .object(["$ref": .string("#/components/schemas/\(form.schema)")]))
                    if let example = OpenAPISchemas.examples[form.schema] { writer.member("example", example) }
                }
            }
        }
    }
}
