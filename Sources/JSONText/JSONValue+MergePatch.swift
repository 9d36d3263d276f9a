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
