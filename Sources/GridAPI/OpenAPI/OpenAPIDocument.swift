import CollectionModel
import HTTPServer
import JSONText

/// The interface's description (OpenAPI 3.1). Made once. Tests check that it has every route, and that real
/// responses have the described shapes.
enum OpenAPIDocument {
    static let json = make()

    private static func make() -> [UInt8] {
        var writer = JSONWriter(reservingCapacity: 32 * 1024)
        writer.beginObject()
        writer.member("openapi", "3.1.0")
        writer.key("info")
        writer.beginObject()
        writer.member("title", "Lookahead")
        writer.member("version", GridAPI.version)
        writer.member("description", "A collection view for the web, run from the server.")
        writer.endObject()
        writer.key("paths")
        writer.beginObject()
        var paths: [String] = []
        for operation in OpenAPIOperation.all where !paths.contains(operation.path) { paths.append(operation.path) }
        for path in paths {
            writer.key(escaping: path)
            writer.beginObject()
            for operation in OpenAPIOperation.all where operation.path == path {
                writer.key(escaping: operation.method)
                write(operation, to: &writer)
            }
            writer.endObject()
        }
        writer.endObject()
        writer.key("components")
        writer.beginObject()
        writer.member("schemas", .object(OpenAPISchemas.all))
        writer.endObject()
        writer.endObject()
        return writer.take()
    }

    private static func write(_ operation: OpenAPIOperation, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("operationId", operation.id)
        writer.member("tags", [operation.tag])
        writer.member("summary", operation.summary)
        writer.key("parameters")
        writer.beginArray()
        for parameter in operation.parameters { writer.raw(parameter.json.encoded) }
        writer.endArray()
        if let body = operation.body {
            writer.key("requestBody")
            writer.beginObject()
            writer.member("required", true)
            let other = operation.otherBody.map { [($0.type, Optional($0.schema))] } ?? []
            content([(operation.bodyType, Optional(body))] + other, to: &writer)
            writer.endObject()
        }
        writer.key("responses")
        writer.beginObject()
        for status in [operation.status, operation.otherStatus].compactMap({ $0 }) {
            writer.key(escaping: "\(status)")
            writer.beginObject()
            writer.member("description", "Success")
            headers(operation.answerHeaders, to: &writer)
            if let type = operation.answerType {
                let other = operation.otherAnswer.map { [($0.type, Optional($0.schema))] } ?? []
                content([(type, operation.answer)] + other, to: &writer)
            }
            writer.endObject()
        }
        let usual = operation.path.contains("{") ? [400, 404, 422] : [400, 422]
        let refusals = Set(usual + (operation.body == nil ? [] : [413, 415, 503]) + operation.refusals)
        for status in refusals.sorted() {
            writer.key(escaping: "\(status)")
            writer.beginObject()
            writer.member("description", HTTPStatus(status).phrase)
            if [429, 503].contains(status) { headers([("Retry-After", "seconds")], to: &writer) }
            content([("application/problem+json", "Problem")], to: &writer)
            writer.endObject()
        }
        writer.endObject()
        writer.endObject()
    }

    private static func headers(
        _ headers: [(name: String, description: String)], to writer: inout JSONWriter
    ) {
        guard !headers.isEmpty else { return }
        writer.key("headers")
        writer.beginObject()
        for (name, description) in headers {
            writer.key(escaping: name)
            writer.beginObject()
            writer.member("description", description)
            writer.key("schema")
            writer.beginObject()
            writer.member("type", "string")
            writer.endObject()
            writer.endObject()
        }
        writer.endObject()
    }

    private static func content(_ forms: [(type: String, schema: String?)], to writer: inout JSONWriter) {
        writer.key("content")
        writer.beginObject()
        for (type, schema) in forms {
            writer.key(escaping: type)
            writer.beginObject()
            if let schema {
                writer.key("schema")
                writer.beginObject()
                writer.member("$ref", "#/components/schemas/\(schema)")
                writer.endObject()
                if let example = OpenAPISchemas.examples[schema] { writer.member("example", example) }
            }
            writer.endObject()
        }
        writer.endObject()
    }
}
