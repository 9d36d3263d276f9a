import CInterfaceDescription
import GridEngine
import JSONText

/// The shapes of the interface's JSON, and an example of each: `schemas.json` and `examples.json`, which are compiled into the program.
enum OpenAPISchemas {
    /// The schemas of bodies whose members are declared, by name.
    private static let declared = [
        (Proposal.shape.name, Proposal.shape.schema), (PickUp.shape.name, PickUp.shape.schema),
        (FacetRequest.shape.name, FacetRequest.shape.schema), (ImagesRequest.shape.name, ImagesRequest.shape.schema),
        (SavedQueryRequest.shape.name, SavedQueryRequest.shape.schema), (NewAlbum.shape.name, NewAlbum.shape.schema),
        (TitlePatch.shape.name, TitlePatch.shape.schema), (BurstSetting.shape.name, BurstSetting.shape.schema),
    ]

    /// Schemas by name (JSON Schema 2020-12, as in OpenAPI 3.1), each with its example.
    static let all: JSONObject = {
        var all = object(interface_schemas())
        for (name, schema) in declared { all[name] = .object(schema) }
        for schema in all.members {
            guard case .object(var described) = schema.value else { preconditionFailure("\(schema.name)") }
            if let example = examples[schema.name] { described["examples"] = .array([example]) }
            all[schema.name] = .object(described)
        }
        return all
    }()

    /// The examples by the names of their schemas. A test compares them with the schemas.
    static let examples = object(interface_examples())

    private static func object(_ text: UnsafePointer<CChar>) -> JSONObject {
        guard case .object(let object)? = try? JSONValue(decoding: Array(String(cString: text).utf8)) else {
            preconditionFailure("not a JSON object")
        }
        return object
    }
}
