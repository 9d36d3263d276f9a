import JSONText

/// The shapes of the interface's JSON (JSON Schema 2020-12, as in OpenAPI 3.1), by name.
enum OpenAPISchemas {
    /// All of them in one object, without white space.
    static var json: [UInt8] {
        var all = JSONObject()
        for text in [shapes, collections, patches, changes, viewers, operations, queries] {
            guard case .object(let schemas)? = try? JSONValue(decoding: Array(text.utf8)) else {
                preconditionFailure("not a JSON object: \(text.prefix(40))")
            }
            for schema in schemas.members {
                guard case .object(var described) = schema.value else { preconditionFailure("\(schema.name)") }
                if let example = OpenAPIExamples[schema.name] { described["examples"] = .array([example]) }
                all[schema.name] = .object(described)
            }
        }
        return JSONValue.object(all).encoded
    }
}
