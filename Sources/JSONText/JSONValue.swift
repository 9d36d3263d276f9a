/// A JSON tree, for values without a fixed shape: an item's attributes.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// An integer that fits, however it was written.
    case int(Int)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)

    /// A string's text.
    package var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The value as JSON text in UTF-8.
    package var encoded: [UInt8] {
        var writer = JSONWriter()
        writer.json(self)
        return writer.take()
    }

    /// Reads one value from the whole of `bytes`.
    /// - Throws: when they are not JSON, or an object has two members of one name.
    package init(decoding bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try reader.readValue()
        try reader.end()
    }
}

/// The members of a JSON object in their order, each name once.
package struct JSONObject: Hashable, Sendable, ExpressibleByDictionaryLiteral {
    package struct Member: Hashable, Sendable {
        package var name: String
        package var value: JSONValue
    }

    package private(set) var members: [Member] = []

    package init() {}

    /// - Precondition: no name appears twice.
    package init(dictionaryLiteral elements: (String, JSONValue)...) {
        members = elements.map { Member(name: $0, value: $1) }
    }

    package var isEmpty: Bool { members.isEmpty }

    /// The value of a member; setting `nil` removes it, setting a new one appends it. Linear in the number of members.
    package subscript(name: String) -> JSONValue? {
        get { members.first { $0.name == name }?.value }
        set {
            let index = members.firstIndex { $0.name == name }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(name: name, value: value))
            case (nil, nil): break
            }
        }
    }

    /// Adds a member that is known to be new.
    mutating func append(_ name: String, _ value: JSONValue) {
        members.append(Member(name: name, value: value))
    }
}

extension JSONValue {
    /// JSON Merge Patch (RFC 7396): members of `patch` replace, `null` takes away, objects merge.
    package func merging(_ patch: JSONValue) -> JSONValue {
        guard case .object(let changes) = patch else { return patch }
        var result = JSONObject()
        if case .object(let object) = self { result = object }
        for change in changes.members {
            if change.value == .null {
                result[change.name] = nil
            } else {
                result[change.name] = (result[change.name] ?? .null).merging(change.value)
            }
        }
        return .object(result)
    }
}

extension JSONObject {
    /// One merge patch for two, this one first. Keeps each `null`: it hides the member that it is laid over.
    package func composed(with next: JSONObject) -> JSONObject {
        var result = self
        for member in next.members {
            if case .object? = result[member.name], case .object = member.value {
                result[member.name] = result[member.name]?.merging(member.value)
            } else {
                result[member.name] = member.value
            }
        }
        return result
    }
}
