import CollectionModel
import GridEngine
import HTTPServer
import JSONText

extension ProblemDetails {
    /// A reason for people: its sentence as the detail, its code and values as the members `code` and `values`.
    init(
        _ status: HTTPStatus, _ reason: Reason, pointer: String? = nil,
        members: [(name: String, value: Value)] = [], headers: [HTTPHeader] = []
    ) {
        var all: [(name: String, value: Value)] = [("code", .string(reason.code))]
        if !reason.values.isEmpty { all.append(("values", .texts(reason.values))) }
        if reason.language != Reason.english { all.append(("language", .string(reason.language))) }
        self.init(status, reason.sentence, pointer: pointer, members: all + members, headers: headers)
    }

    /// The one place where the engine's refusals become HTTP.
    /// - Parameters:
    ///   - error: the refusal.
    ///   - place: the pointer to the query in the body, where there is one.
    init(_ error: GridError, queryAt place: String = "/query") {
        switch error {
        case .notFound: self.init(.notFound, error.reason)
        case .noPicture:
            self.init(.notFound, error.reason)
            type = ProblemDetails.itemWithoutPicture
        case .refused: self.init(.forbidden, error.reason)
        case .unsupported(_, let field): self.init(.forbidden, error.reason, pointer: field?.pointer)
        case .opening: self.init(.serviceUnavailable, error.reason, headers: [.retry(after: 1)])
        case .versionMismatch(let current):
            self.init(
                .preconditionFailed, error.reason, members: [("version", .integer(current.version))],
                headers: [.version(current)])
            if let stamp = current.stampText { members.append(("stamp", .string(stamp))) }
        case .keyReused: self.init(.unprocessableContent, error.reason)
        case .invalid(.picture, _): self.init(.unsupportedMediaType, error.reason)
        case .invalid(let field, _):
            self.init(.unprocessableContent, error.reason, pointer: field.pointer(queryAt: place))
        case .notReady: self.init(.serviceUnavailable, error.reason, headers: [.retry(after: 1)])
        case .tooLong: self.init(.serviceUnavailable, error.reason, headers: [.retry(after: 5)])
        case .tooFast: self.init(.tooManyRequests, error.reason, headers: [.retry(after: 1)])
        case .notReverted(let reason, let change, let older):
            self.init(.conflict, reason, members: [("change", .encoded(change.json))])
            if let older { members.append(("older", .encoded(older.json))) }
        case .nothingToUndo, .nothingToRedo, .conflict: self.init(.conflict, error.reason)
        case .notStored(.diskFull): self.init(.insufficientStorage, error.reason)
        case .notStored: self.init(.serviceUnavailable, error.reason, headers: [.retry(after: 5)])
        case .tooMany, .shareUsed: self.init(.tooManyRequests, error.reason, headers: [.retry(after: 5)])
        case .superseded: self.init(.tooManyRequests, error.reason, headers: [.retry(after: 1)])
        case .shuttingDown: self.init(.serviceUnavailable, error.reason, headers: [.retry(after: 5)])
        }
    }

    /// Not JSON: 400. JSON that says what it must not: 422. Too much of it: 413.
    init(_ error: JSONError) {
        let status: HTTPStatus =
            switch error.kind {
            case .malformed, .tooDeep: .badRequest
            case .unexpected: .unprocessableContent
            case .tooMany: .contentTooLarge
            }
        // Invalid JSON has no members that a pointer could name.
        guard error.isWellFormed else {
            self.init(status, error.explanation, members: [("byte", .integer(error.offset))])
            return
        }
        self.init(status, error.explanation, pointer: error.pointer.isEmpty ? nil : error.pointer)
    }

    /// A body that has a query at the pointer `place`: what is wrong in the query has a reason for people.
    init(_ error: JSONError, queryAt place: String?) {
        let isInQuery = place.map { error.pointer == $0 || error.pointer.hasPrefix($0 + "/") } ?? false
        let pointer = error.pointer.isEmpty ? nil : error.pointer
        switch error.kind {
        case .unexpected where isInQuery:
            self.init(.unprocessableContent, .queryInvalid(error.explanation), pointer: pointer)
        case .tooMany(_, let limit) where isInQuery:
            self.init(.unprocessableContent, .queryTooLarge(error.explanation, limit: limit), pointer: pointer)
        default: self.init(error)
        }
    }

    /// The type of a problem that is none: the item is there, and shows no picture.
    static let itemWithoutPicture = "/problems/item-without-picture"

    /// A picture that could not be made.
    init(_ failure: LoadFailure) {
        switch failure {
        case .cancelled:
            self.init(.serviceUnavailable, failure.reason, headers: [.retry(after: 1)])
        case .missing:
            self.init(.notFound, failure.reason)
        case .unreadable(let reason):
            self.init(.unprocessableContent, reason)
        case .unavailable(let reason, let pause):
            self.init(.unprocessableContent, reason, headers: pause.map { [.retry(after: $0)] } ?? [])
        case .busy(let reason, let pause):
            self.init(.serviceUnavailable, reason, headers: [.retry(after: pause)])
        case .transient(let reason), .exhausted(let reason), .notYet(let reason):
            self.init(.serviceUnavailable, reason, headers: [.retry(after: 2)])
        }
    }
}

extension HTTPHeader {
    /// At least two seconds.
    fileprivate static func retry(after pause: Duration) -> HTTPHeader {
        retry(after: max(2, Int((pause / .seconds(1)).rounded(.up))))
    }

    static func retry(after seconds: Int) -> HTTPHeader { HTTPHeader("Retry-After", "\(seconds)") }

    /// A collection's version as an entity tag.
    static func version(_ version: Int) -> HTTPHeader { HTTPHeader("ETag", "\"\(version)\"") }
    static func version(_ head: StoredHead) -> HTTPHeader { HTTPHeader("ETag", "\"\(head.text)\"") }
}

extension JSONReader {
    /// Whether all that is left is JSON: a body of the wrong shape may also be malformed further on, which is another status.
    var isJSON: Bool {
        var reader = self
        do throws(JSONError) {
            try reader.skipValue()
            try reader.end()
            return true
        } catch {
            return error.isWellFormed
        }
    }
}

extension JSONError {
    var asMalformed: JSONError {
        isWellFormed ? JSONError(kind: .malformed("not JSON"), offset: offset, pointer: "") : self
    }
}

/// Why a query document is refused before the engine sees it.
extension Reason {
    static func queryTooLarge(_ explanation: String, limit: Int) -> Reason {
        Reason("query-too-large", "The search is too large: \(explanation).", values: ["limit": "\(limit)"])
    }
}

extension JSONWriter {
    /// Writes the reason of a failure, for people and for pages: the sentence as `error`, code and values as `reason`. Writes nothing for `nil`.
    mutating func failure(_ reason: Reason?) {
        guard let reason else { return }
        member("error", reason.sentence)
        member("reason", reason)
    }

    /// `{"code","values","language"}`; `values` is left out when there are none, `language` of an English sentence.
    mutating func member(_ name: StaticString, _ reason: Reason) {
        object(name) { writer in
            writer.member("code", reason.code)
            if !reason.values.isEmpty {
                writer.object("values") { writer in
                    for (name, value) in reason.values.sorted(by: { $0.key < $1.key }) {
                        writer.key(escaping: name)
                        writer.string(value)
                    }
                }
            }
            if reason.language != Reason.english { writer.member("language", reason.language) }
        }
    }
}

extension GridError.Field {
    /// The place of the field in a request's body.
    /// - Parameter place: the pointer to the query in the body.
    /// - Returns: a pointer (RFC 6901).
    func pointer(queryAt place: String) -> String {
        if case .query(let pointer) = self { place + pointer } else { self.pointer }
    }

    /// The same without the place of the query: a field of one is at its place in the query.
    var pointer: String {
        switch self {
        case .width: "/width"
        case .height: "/height"
        case .pixelRatio: "/pixelRatio"
        case .reach: "/reach"
        case .rect: "/rect"
        case .index: "/index"
        case .fromVersion: "/from"
        case .target: "/to"
        case .targetSection: "/to/0"
        case .targetItem: "/to/1"
        case .range(let index): "/ranges/\(index)"
        case .query(let pointer): pointer
        case .facet(let index): "/fields/\(index)"
        case .attributes: "/attributes"
        case .mark(let pointer): pointer
        // The body itself.
        case .picture, .table, .stack: ""
        case .face: "/face"
        case .section(let section): "/sections/\(section)"
        case .sectionID(let section): "/sections/\(section)/id"
        case .item(let section, let item): "/sections/\(section)/items/\(item)"
        case .itemID(let section, let item): "/sections/\(section)/items/\(item)/id"
        case .operation(let source): "/\(source.member.rawValue)/\(source.index)"
        }
    }
}
