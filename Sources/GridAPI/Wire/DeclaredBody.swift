import CollectionModel
import CollectionQuery
import GridEngine
import JSONText

/// A body whose members are declared once: how each is read and checked, and how it is described.
///
///     struct Proposal: DeclaredBody {
///         var to = IndexPath(0, 0)
///         var version: Int?
///
///         static let shape = BodyShape<Self>(
///             "Proposal", [.required("to", \.to, .indexPath), .optional("version", \.version, .index)])
///     }
protocol DeclaredBody {
    /// Before its members are read; those that are required replace what they are here.
    init()

    static var shape: BodyShape<Self> { get }
}

struct BodyShape<Body>: Sendable {
    /// The name of its schema.
    let name: String
    private let note: String
    let members: [Member<Body>]

    init(_ name: String, _ members: [Member<Body>], note: String = "") {
        (self.name, self.note, self.members) = (name, note, members)
    }

    var schema: JSONObject {
        var schema = JSONObject()
        if !note.isEmpty { schema["description"] = .string(note) }
        schema["type"] = .string("object")
        schema["required"] = .array(members.filter(\.isRequired).map { .string($0.name) })
        var properties = JSONObject()
        for member in members { properties[member.name] = .object(member.schema) }
        schema["properties"] = .object(properties)
        schema["additionalProperties"] = .bool(false)
        return schema
    }
}

extension JSONReader {
    /// Reads a whole body.
    /// - Throws: for a member that it does not have, one that it lacks, and a value that is not allowed.
    mutating func read<Body: DeclaredBody>(_ type: Body.Type) throws(JSONError) -> Body {
        let members = Body.shape.members
        var body = Body()
        var given: Set<Int> = []
        try beginObject()
        while try nextMember() {
            let key = key
            guard let index = members.firstIndex(where: { $0.key == key }) else {
                throw unknownMember(known: members.map(\.name))
            }
            try members[index].read(&self, &body)
            given.insert(index)
        }
        for (index, member) in members.enumerated() where member.isRequired && !given.contains(index) {
            throw missing(member.name)
        }
        return body
    }
}

/// A member of a body: its name, its place and its kind.
struct Member<Body>: Sendable {
    let name: String
    let key: JSONKey
    let isRequired: Bool
    fileprivate(set) var schema: JSONObject
    let read: @Sendable (inout JSONReader, inout Body) throws(JSONError) -> Void

    private init(
        _ name: String, isRequired: Bool, _ schema: JSONObject, _ note: String,
        read: @escaping @Sendable (inout JSONReader, inout Body) throws(JSONError) -> Void
    ) {
        (self.name, key, self.isRequired, self.schema, self.read) = (name, JSONKey(name), isRequired, schema, read)
        if !note.isEmpty { self.schema["description"] = .string(note) }
    }

    static func required<Value>(
        _ name: String, _ place: any WritableKeyPath<Body, Value> & Sendable, _ kind: Kind<Value>, _ note: String = ""
    ) -> Self {
        Self(name, isRequired: true, kind.schema, note) { (reader, body) throws(JSONError) in
            body[keyPath: place] = try kind.read(&reader)
        }
    }

    static func optional<Value>(
        _ name: String, _ place: any WritableKeyPath<Body, Value?> & Sendable, _ kind: Kind<Value>, _ note: String = ""
    ) -> Self {
        Self(name, isRequired: false, kind.schema, note) { (reader, body) throws(JSONError) in
            body[keyPath: place] = try kind.read(&reader)
        }
    }

    /// One that a body has a value for without it.
    static func defaulted<Value>(
        _ name: String, _ place: any WritableKeyPath<Body, Value> & Sendable, _ kind: Kind<Value>,
        is value: JSONValue? = nil, _ note: String = ""
    ) -> Self {
        var member = Self(name, isRequired: false, kind.schema, note) { (reader, body) throws(JSONError) in
            body[keyPath: place] = try kind.read(&reader)
        }
        if let value { member.schema["default"] = value }
        return member
    }
}

/// A member's type: its schema, and how it is read.
struct Kind<Value>: Sendable {
    let schema: JSONObject
    let read: @Sendable (inout JSONReader) throws(JSONError) -> Value

    fileprivate static func reference(_ name: String) -> JSONObject {
        ["$ref": .string("#/components/schemas/\(name)")]
    }
}

extension Kind where Value == String {
    static var string: Self {
        Self(schema: ["type": .string("string")]) { (reader) throws(JSONError) in try reader.readString() }
    }

    /// The title of an item, a section, a collection or a query.
    static var title: Self {
        Self(schema: ["type": .string("string")]) { (reader) throws(JSONError) in
            try reader.readText(limitBytes: GivenItem.titleLimitBytes)
        }
    }

    /// A title that people can see.
    static var visibleTitle: Self {
        Self(schema: ["type": .string("string"), "minLength": .int(1)]) { (reader) throws(JSONError) in
            let title = try reader.readText(limitBytes: GivenItem.titleLimitBytes)
            guard title.contains(where: { !$0.isWhitespace }) else { throw reader.unexpected("must not be empty") }
            return title
        }
    }
}

extension Kind where Value == Int {
    /// An integer that is not negative, such as a version.
    static var index: Self {
        Self(schema: ["type": .string("integer"), "minimum": .int(0), "maximum": .int(1 << 53 - 1)]) {
            (reader) throws(JSONError) in try reader.readIndex()
        }
    }

    static func integer(_ range: ClosedRange<Int>) -> Self {
        let (least, most) = (range.lowerBound, range.upperBound)
        return Self(schema: ["type": .string("integer"), "minimum": .int(least), "maximum": .int(most)]) {
            (reader) throws(JSONError) in
            let number = try reader.readInt()
            guard range.contains(number) else { throw reader.unexpected("must be from \(least) to \(most)") }
            return number
        }
    }
}

extension Kind where Value == Bool {
    static var boolean: Self {
        Self(schema: ["type": .string("boolean")]) { (reader) throws(JSONError) in try reader.readBool() }
    }
}

extension Kind where Value == [String] {
    /// Strings, at least and at most as many as `counts` says. `words` is their name in a refusal.
    static func strings(_ counts: ClosedRange<Int>, _ words: String) -> Self {
        let (least, most) = (counts.lowerBound, counts.upperBound)
        let schema: JSONObject = [
            "type": .string("array"), "items": .object(["type": .string("string")]), "minItems": .int(least),
            "maxItems": .int(most),
        ]
        return Self(schema: schema) { (reader) throws(JSONError) in
            var list: [String] = []
            try reader.beginArray()
            while try reader.nextElement() {
                guard list.count < most else { throw reader.unexpected("must have \(least) to \(most) \(words)") }
                list.append(try reader.readString())
            }
            guard list.count >= least else { throw reader.unexpected("must have \(least) to \(most) \(words)") }
            return list
        }
    }
}

extension Kind where Value == IndexPath {
    static var indexPath: Self {
        Self(schema: reference("IndexPath")) { (reader) throws(JSONError) in try reader.readIndexPath() }
    }
}

extension Kind where Value == Query {
    static var query: Self {
        Self(schema: reference("Query")) { (reader) throws(JSONError) in try Query(from: &reader) }
    }
}
