import JSONText

extension CollectionValue {
    /// The value as JSON has it.
    var json: JSONValue {
        switch self {
        case .integer(let number): .int(number)
        case .number(let number): number.isFinite ? .double(number) : .null
        case .string(let text): .string(text)
        case .bool(let truth): .bool(truth)
        case .array(let values): .array(values.map(\.json))
        case .object(let members): .object(JSONObject(members))
        }
    }
}

extension JSONObject {
    /// Members by name, in the order of their names.
    init(_ values: [String: CollectionValue]) {
        self.init()
        for name in values.keys.sorted() { self[name] = values[name]?.json }
    }
}
