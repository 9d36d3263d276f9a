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
        self.init(status, reason.sentence, pointer: pointer, members: all + members, headers: headers)
    }

    /// The one place where the engine's refusals become HTTP.
    init(_ error: GridError) {
        switch error {
        case .notFound(let thing, let id):
            self.init(.notFound, "there is no \(thing.rawValue) \(id)")
        case .refused(let reason):
            self.init(.forbidden, reason)
        case .unsupported(let reason):
            self.init(.forbidden, reason)
        case .opening:
            self.init(.serviceUnavailable, "the collection is still being read", headers: [.retry(after: 1)])
        case .versionMismatch(let current):
            self.init(
                .preconditionFailed, "the collection's version is \(current)",
                members: [("version", .integer(current))],
                headers: [HTTPHeader("ETag", "\"\(current)\"")])
        case .invalid(let pointer, let detail):
            self.init(.unprocessableContent, detail, pointer: pointer)
        case .contradictory(let pointer, let detail):
            self.init(.unprocessableContent, detail, pointer: pointer.isEmpty ? nil : pointer)
        case .nothingToRevert:
            self.init(.conflict, "there is nothing to undo or redo")
        case .conflict(let detail):
            self.init(.conflict, detail)
        case .notStored(.diskFull):
            self.init(.insufficientStorage, "the disk is full; nothing was changed")
        case .notStored:
            self.init(
                .serviceUnavailable, "the change could not be stored; nothing was changed",
                headers: [.retry(after: 5)])
        case .tooMany(let what):
            self.init(.tooManyRequests, "too many \(what)", headers: [.retry(after: 5)])
        case .outrun:
            self.init(
                .tooManyRequests, "the viewer sends more than 200 range events a second, and a newer one took the turn",
                headers: [.retry(after: 1)])
        case .shuttingDown:
            self.init(.serviceUnavailable, "the server is shutting down", headers: [.retry(after: 5)])
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
        self.init(status, error.explanation, pointer: error.pointer.isEmpty ? nil : error.pointer)
    }

    /// A picture that could not be made.
    init(_ failure: LoadFailure) {
        switch failure {
        case .cancelled:
            self.init(.serviceUnavailable, "the load was called off; ask again", headers: [.retry(after: 1)])
        case .missing:
            self.init(.notFound, "the picture is no longer there")
        case .unreadable(let reason):
            self.init(.unprocessableContent, reason)
        case .transient(let reason), .notYet(let reason):
            self.init(.serviceUnavailable, reason, headers: [.retry(after: 2)])
        }
    }
}

extension HTTPHeader {
    static func retry(after seconds: Int) -> HTTPHeader { HTTPHeader("Retry-After", "\(seconds)") }

    /// A collection's version as an entity tag.
    static func version(_ version: Int) -> HTTPHeader { HTTPHeader("ETag", "\"\(version)\"") }
}
