/// A name and its value in one call.
extension JSONWriter {
    package mutating func member(_ name: StaticString, _ value: Int) {
        key(name)
        int(value)
    }

    package mutating func member(_ name: StaticString, _ value: Double) {
        key(name)
        double(value)
    }

    package mutating func member(_ name: StaticString, _ value: String) {
        key(name)
        string(value)
    }

    package mutating func member(_ name: StaticString, _ value: Bool) {
        key(name)
        bool(value)
    }

    package mutating func member(_ name: StaticString, _ texts: [String]) {
        array(name) { writer in texts.forEach { writer.string($0) } }
    }

    /// A member that is an object.
    /// - Throws: what `members` throws.
    @inlinable
    package mutating func object<E: Error>(
        _ name: StaticString, _ members: (inout Self) throws(E) -> Void
    ) throws(E) {
        key(name)
        try object(members)
    }

    /// A member that is an array.
    /// - Throws: what `values` throws.
    @inlinable
    package mutating func array<E: Error>(_ name: StaticString, _ values: (inout Self) throws(E) -> Void) throws(E) {
        key(name)
        try array(values)
    }

    package mutating func member(_ name: StaticString, _ value: JSONValue) {
        key(name)
        json(value)
    }

    /// A tree, its objects' members in their order.
    package mutating func json(_ value: JSONValue) {
        switch value {
        case .null: null()
        case .bool(let bool): self.bool(bool)
        case .int(let number): int(number)
        case .double(let number): double(number)
        case .string(let text): string(text)
        case .array(let values):
            array { writer in values.forEach { writer.json($0) } }
        case .object(let object): json(object)
        }
    }

    package mutating func json(_ object: JSONObject) {
        self.object { writer in
            for member in object.members {
                writer.key(escaping: member.name)
                writer.json(member.value)
            }
        }
    }
}
