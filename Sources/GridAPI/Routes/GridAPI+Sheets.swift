import GridEngine
import HTTPServer
import JSONText

/// Blocks of a viewer's order as texels: thousands of pictures in one answer.
extension GridAPI {
    private enum SheetQuery {
        static let version = Parameter.integer(
            "version", 0...Int.max, example: 1, "of the viewer's order: 412 when it has another one")
        static let index = Parameter.integer("index", 0...Int(UInt32.max), "flat index of the first item")
        static let count = Parameter.integer(
            "count", 1...SheetRequest.countLimit(nil), example: 4096,
            "at most 2,097,152 mean colours or marks, 65,536 cells of 8 px, 16,384 of 16 px")
        static let size = Parameter.integer(
            "size", 0...16, of: [0, 1, 8, 16], example: 8,
            "px of a cell; 1 for its mean colour, 0 for its marks, or what it matches, alone")
        static let columns = Parameter.integer(
            "columns", 1...SheetRequest.columnLimit, example: 128, "cells in a row of the picture")
        static let marks = Parameter.integer("marks", 0...1, "1: with a byte of marks a cell")
        static let matches = Parameter.text(
            "matches", example: "photos", "a result of the same collection: with a bit for each cell that it has")
        static let rows = Parameter.integer("rows", 1...4096, example: 500)
    }

    private static let partLimit = 16_384

    static let sheetOperations = Operation.below(
        viewersPath, .viewing,
        [
            Operation(
                .get, "/{v}/sheet", "getSheet",
                """
                A block of the viewer's order as small pictures: a line of JSON, then the picture, a byte of state a cell, and a byte \
                of marks a cell, a bit a cell of what matches, each as long as `lengths` says; of size 0 without picture and states. States: 0 nothing yet, 1 colour, 2 texel, 3 damaged, 4 unreadable, \
                5 without a picture. Mean colours have four bytes each, the last of which is 0, 255, 254, 253 or 252 for the same
                """,
                query: [
                    SheetQuery.version.required, SheetQuery.index.required, SheetQuery.count.required,
                    SheetQuery.size.required, SheetQuery.columns, SheetQuery.marks, SheetQuery.matches,
                ],
                answer: .of("application/octet-stream", "File"), refusals: [403, 412, 429, 503], getSheet),
            Operation(
                .get, "/{v}/overview", "getOverview",
                """
                The mean colours of the whole order, cut into rows × columns equal parts (at most 16,384), of up to 8 items of each; as \
                a sheet of mean colours
                """, query: [SheetQuery.version.required, SheetQuery.rows.required, SheetQuery.columns.required],
                answer: .of("application/octet-stream", "File"), refusals: [403, 412, 429, 503], getOverview),
        ])

    private func getSheet(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let name = try request.viewerName()
        let (version, index) = (try request.needed(SheetQuery.version), try request.needed(SheetQuery.index))
        let (count, side) = (try request.needed(SheetQuery.count), try request.needed(SheetQuery.size))
        let columns = try request.value(SheetQuery.columns) ?? 128
        let size = TexelSize(rawValue: side)
        guard size != nil || side <= 1 else {
            throw ProblemDetails(.unprocessableContent, "size must be 0, 1, 8 or 16")
        }
        guard count <= SheetRequest.countLimit(size) else {
            throw ProblemDetails(
                .unprocessableContent,
                "count must be at most \(SheetRequest.countLimit(size)) where size is \(side)")
        }
        let rows = (count + columns - 1) / columns
        guard size == nil || max(min(columns, count), rows) * side <= SheetRequest.sideLimit else {
            throw ProblemDetails(
                .unprocessableContent, "The picture would have more than \(SheetRequest.sideLimit) px along a side")
        }
        let wanted = SheetRequest(
            version: version, index: index, count: count, size: size, columns: columns, hasPicture: side > 0,
            hasMarks: try request.value(SheetQuery.marks) == 1, matches: try request.value(SheetQuery.matches))
        guard wanted.hasPicture || wanted.hasMarks || wanted.matches != nil else {
            throw ProblemDetails(.unprocessableContent, "A sheet of size 0 needs marks=1 or matches")
        }
        return answer(request) { (cancellation, isKnown) throws(GridError) in
            try engine.sheet(of: name, wanted, cancellation: cancellation, known: isKnown)
        }
    }

    private func getOverview(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let name = try request.viewerName()
        let version = try request.needed(SheetQuery.version)
        let (rows, columns) = (try request.needed(SheetQuery.rows), try request.needed(SheetQuery.columns))
        guard rows * columns <= GridAPI.partLimit else {
            throw ProblemDetails(.unprocessableContent, "rows × columns must be at most \(GridAPI.partLimit)")
        }
        return answer(request) { (cancellation, isKnown) throws(GridError) in
            try engine.overview(
                of: name, version: version, rows: rows, columns: columns, cancellation: cancellation, known: isKnown)
        }
    }

    private typealias Gather =
        @Sendable (Cancellation, (UInt64) -> Bool) throws(GridError) -> (tag: UInt64, sheet: Sheet?)

    /// When the client's turn comes, on a thread that may wait for the disk; called off when it goes away.
    private func answer(_ request: borrowing HTTPRequest, _ gather: @escaping Gather) -> HTTPOutcome {
        let (client, known) = (request.client, request.header("If-None-Match"))
        return .later { responder in
            responder.ask { () throws(GridError) in
                let (number, cancellation) = (sheets.makeNumber(), Cancellation())
                responder.onDisconnect {
                    sheets.withdraw(number, of: client)
                    cancellation.cancel()
                }
                try sheets.enter(number, of: client) { turn in
                    sheetLanes.next.async {
                        withExtendedLifetime(turn) {
                            responder.ask { () throws(GridError) in
                                let (tag, sheet) = try gather(cancellation) { $0.isListed(in: known) }
                                responder.respond(sheet?.response ?? .unchanged(tag))
                            }
                        }
                    }
                }
            }
        }
    }
}

extension HTTPRequest {
    /// As `value`, of a parameter that must be there.
    fileprivate borrowing func needed<Value>(_ parameter: Parameter<Value>) throws(ProblemDetails) -> Value {
        guard let value = try self.value(parameter) else {
            throw ProblemDetails(.unprocessableContent, "\(parameter.name) is missing")
        }
        return value
    }
}

extension UInt64 {
    fileprivate var entityTag: String { "\"\(String(self, radix: 36))\"" }

    fileprivate func isListed(in field: String?) -> Bool {
        field.map { EntityTag.isListed(entityTag, inIfNoneMatch: $0) } ?? false
    }
}

extension HTTPResponse {
    fileprivate static func unchanged(_ tag: UInt64) -> HTTPResponse {
        HTTPResponse(.notModified, headers: [.ofSheets, HTTPHeader("ETag", tag.entityTag)])
    }
}

extension HTTPHeader {
    fileprivate static let ofSheets = HTTPHeader("Cache-Control", "private, no-cache")
}

extension Sheet {
    /// Its bytes are packed already, or would hardly shrink.
    fileprivate var response: HTTPResponse {
        HTTPResponse(
            .ok, contentType: "application/octet-stream",
            headers: [.ofSheets, HTTPHeader("ETag", tag.entityTag)],
            body: .bytes(body))
    }

    private var body: [UInt8] {
        var body = line
        body.reserveCapacity(body.count + picture.count + states.count + marks.count + matches.count)
        for part in [picture, states, marks, matches] { body += part }
        return body
    }

    private var line: [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("version", version)
            writer.member("index", index)
            writer.member("count", count)
            writer.member("size", hasPicture ? size?.rawValue ?? 1 : 0)
            writer.member("columns", columns)
            writer.member("known", known)
            writer.array("kept") { writer in for size in kept { writer.int(size.rawValue) } }
            writer.member("type", contentType ?? (hasPicture ? "rgba" : "none"))
            writer.array("lengths") { writer in
                for part in [picture, states, marks, matches] { writer.int(part.count) }
            }
        }
        return writer.take() + [UInt8(ascii: "\n")]
    }
}
