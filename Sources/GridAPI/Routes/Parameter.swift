import CollectionLayout
import GridEngine
import HTTPServer
import JSONText

/// A parameter of a query, declared once: `HTTPRequest.value` reads and checks it, and the description shows it.
struct Parameter<Value>: DescribedParameter {
    /// A mistake in a parameter's value, to be read after its name.
    struct Fault: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    let name: String
    fileprivate(set) var isRepeatable = false
    fileprivate(set) var isRequired = false
    fileprivate(set) var schema: JSONObject
    fileprivate(set) var example: JSONValue
    fileprivate(set) var note: String
    fileprivate let read: @Sendable (String) throws(Fault) -> Value

    /// The same, which the description calls required.
    var required: Self {
        var parameter = self
        parameter.isRequired = true
        return parameter
    }
}

/// A parameter whatever its values are.
protocol DescribedParameter: Sendable {
    var name: String { get }
    /// Whether it may be given several times.
    var isRepeatable: Bool { get }
    var isRequired: Bool { get }
    var schema: JSONObject { get }
    var example: JSONValue { get }
    /// Empty where its name tells all.
    var note: String { get }
}

extension HTTPRequest {
    /// The value of a parameter; `nil` when the query does not have it.
    /// - Throws: 422 with the parameter's name and the rule for its values.
    borrowing func value<Value>(_ parameter: Parameter<Value>) throws(ProblemDetails) -> Value? {
        guard let text = query(parameter.name) else { return nil }
        do throws(Parameter<Value>.Fault) {
            return try parameter.read(text)
        } catch {
            throw ProblemDetails(.unprocessableContent, "\(parameter.name) \(error.text)")
        }
    }
}

extension Parameter where Value == Int {
    /// An integer. If `choices` are given, they are the only numbers of the range that are described.
    static func integer(
        _ name: String, _ range: ClosedRange<Int>, of choices: [Int]? = nil, example: Int? = nil, _ note: String = ""
    ) -> Self {
        var schema: JSONObject = ["type": .string("integer")]
        if let choices {
            schema["enum"] = .array(choices.map { .int($0) })
        } else {
            (schema["minimum"], schema["maximum"]) = (.int(range.lowerBound), .int(range.upperBound))
        }
        return Self(name: name, schema: schema, example: .int(example ?? range.lowerBound), note: note) {
            (text) throws(Fault) in
            guard let value = Int(text), range.contains(value) else {
                throw Fault("must be an integer from \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }
    }
}

extension Parameter where Value == Double {
    /// A number. One out of the range is refused here if `isChecked`, else by what it is for.
    static func number(
        _ name: String, _ range: ClosedRange<Int>, isChecked: Bool = true, example: Int = 160
    ) -> Self {
        let schema: JSONObject = [
            "type": .string("number"), "minimum": .int(range.lowerBound), "maximum": .int(range.upperBound),
        ]
        return Self(name: name, schema: schema, example: .int(example), note: "") { (text) throws(Fault) in
            guard let value = Double(text), value.isFinite else { throw Fault("must be a number") }
            guard !isChecked || Double(range.lowerBound)...Double(range.upperBound) ~= value else {
                throw Fault("must be from \(range.lowerBound) to \(range.upperBound)")
            }
            return value
        }
    }
}

extension Parameter where Value == String {
    /// Any text. The server refuses a target with a zero byte before this.
    static func text(
        _ name: String, example: String, pattern: String = #"^[^\u0000]*$"#, _ note: String = ""
    ) -> Self {
        Self(
            name: name, schema: ["type": .string("string"), "pattern": .string(pattern)], example: .string(example),
            note: note
        ) { (text) throws(Fault) in text }
    }

    /// Texts, each given by itself (`HTTPRequest.queryAll`).
    static func texts(_ name: String, example: String) -> Self {
        let one = text(name, example: example)
        var parameter = Self(
            name: name, schema: ["type": .string("array"), "items": .object(one.schema)],
            example: .array([one.example]), note: "", read: one.read)
        parameter.isRepeatable = true
        return parameter
    }

    /// One of some words. They are described, and what they are for refuses another.
    static func choice(
        _ name: String, _ choices: [String], example: String, isChecked: Bool = false
    ) -> Self {
        Self(
            name: name, schema: ["type": .string("string"), "enum": .array(choices.map { .string($0) })],
            example: .string(example), note: ""
        ) { (text) throws(Fault) in
            guard !isChecked || choices.contains(text) else {
                throw Fault("must be one of \(choices.joined(separator: ", "))")
            }
            return text
        }
    }
}

extension Parameter where Value == Bool {
    /// `accept`, as a consent to a change that is refused otherwise.
    static func accept(_ name: String, _ note: String) -> Self {
        Self(
            name: name, schema: ["type": .string("string"), "enum": .array([.string("accept")])],
            example: .string("accept"), note: note
        ) { (text) throws(Fault) in
            guard text == "accept" else { throw Fault("must be omitted or be accept") }
            return true
        }
    }
}

extension Parameter {
    /// A value of a form of its own.
    init(
        _ name: String, pattern: String, example: String, _ note: String,
        read: @escaping @Sendable (String) throws(Fault) -> Value
    ) {
        self.init(
            name: name, schema: ["type": .string("string"), "pattern": .string(pattern)], example: .string(example),
            note: note, read: read)
    }
}

extension Parameter where Value == StoredHead {
    /// A version, with its stamp or without.
    static func version(_ name: String, _ note: String) -> Self {
        let number = Parameter<Int>.integer(name, 0...Int.max)
        return Self(name, pattern: HeaderParameter.versionPattern, example: "1", note) { (text) throws(Fault) in
            if text.contains("-"), let head = StoredHead(text: text) { return head }
            do throws(Parameter<Int>.Fault) {
                return StoredHead(version: try number.read(text))
            } catch {
                throw Fault(error.text)
            }
        }
    }
}

extension Parameter where Value == Rect {
    /// `x,y,w,h`.
    static func rect(_ name: String, _ note: String) -> Self {
        Self(name, pattern: #"^[0-9]{1,7}(,[0-9]{1,7}){3}$"#, example: "0,0,1280,800", note) { (text) throws(Fault) in
            let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
            guard numbers.count == 4, numbers.allSatisfy({ abs($0) <= 1e12 }) else { throw Fault("must be x,y,w,h") }
            return Rect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        }
    }
}

/// A header that operations read, as it is described.
struct HeaderParameter: Sendable {
    let name: String
    let note: String
    let example: JSONValue
    let schema: JSONObject

    private init(
        _ name: String, _ note: String, example: JSONValue, _ schema: JSONObject = ["type": .string("string")]
    ) {
        (self.name, self.note, self.example, self.schema) = (name, note, example, schema)
    }

    /// A version, and its stamp where several servers share a database.
    static let versionPattern = "^[0-9]{1,18}(-[0-9a-f]{16})?$"

    static let ifMatch = HeaderParameter(
        "If-Match", "the version that is to be changed, as an entity tag: 412 when it is another one",
        example: .string(#""1""#))
    static let idempotencyKey = HeaderParameter(
        "Idempotency-Key",
        "ASCII: a repetition gets the first one's answer, and changes nothing; 422 for another request with the same key",
        example: .string("first-move"),
        ["type": .string("string"), "minLength": .int(1), "maxLength": .int(GridAPI.idempotencyKeyBytes)])
    static let actor = HeaderParameter(
        "Lookahead-Actor",
        "whose undo takes the change back, in place of the cookie or the token: random, it names nobody and grants nothing",
        example: .string("5f0c9a7e2b"), ["type": .string("string"), "pattern": .string("^[!-~]{1,64}$")])
    static let prefer = HeaderParameter(
        "Prefer", "return=minimal: the versions without the operations; others are ignored",
        example: .string("return=minimal"))
    static let range = HeaderParameter(
        "Range", "a part of the file", example: .string("bytes=0-1023"),
        ["type": .string("string"), "pattern": .string("^bytes=[0-9]{1,9}-[0-9]{0,9}$")])
    static let lastEventID = HeaderParameter(
        "Last-Event-ID", "the id of the last event that was seen", example: .int(1),
        ["type": .string("integer"), "minimum": .int(0), "maximum": .int(.max)])
    static let lastVersion = HeaderParameter(
        "Last-Event-ID", "the id of the last event that was seen: a version, with its stamp where it has one",
        example: .string("1"), ["type": .string("string"), "pattern": .string(versionPattern)])

    /// The headers of a request that makes a version.
    static let ofChanges = [ifMatch, idempotencyKey, actor, prefer]
}
