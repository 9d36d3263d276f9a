import CollectionModel
import Dispatch
import GridEngine
import HTTPServer
import JSONText

/// Pictures. A request that is held until its picture is ready counts as demand.
extension GridAPI {
    private static let width = Parameter.integer("w", 1...16_384, example: 320, "px; renditions come in steps")
    /// Read as it comes: another number is no revision that there is.
    private static let revision = Parameter.integer(
        "rev", 0...Int.max, "the content's revision: with the current one, kept for ever")
    private static let side = 1...Int(Int32.max)
    private static let region = (
        x: Parameter.integer("x", 0...side.upperBound), y: Parameter.integer("y", 0...side.upperBound),
        width: Parameter.integer("width", side, example: 1280), height: Parameter.integer("height", side),
        shrink: Parameter.integer("shrink", 1...8, of: [1, 2, 4, 8])
    )

    static let imageOperations =
        Operation.below(
            itemPath, .reading,
            [
                Operation(
                    .get, "/image", "getImage",
                    """
                    A rendition that covers a square of w px, at most three times as long; above 2,560 the whole picture in its own pixels, \
                    if it has at most 40 megapixels. Never larger than the picture. Held until it is ready
                    """, query: [width, revision, ticket], answer: .of("image/*", "File"), refusals: [503], getImage),
                Operation(
                    .get, "/region", "getRegion",
                    """
                    A part of the picture in its own pixels, or shrunk by 2, 4 or 8; place and size are in px of the upright picture. Held \
                    until it is ready
                    """,
                    query: [
                        region.x, region.y, region.width.required, region.height.required, region.shrink, revision,
                        ticket,
                    ], answer: .of("image/*", "File"), refusals: [503], getRegion),
                Operation(
                    .get, "/date", "getFileFacts",
                    "When the picture was taken, from its file or its attribute date, and the size of its file",
                    answer: .json("ItemDate"), refusals: [503], getFileFacts),
            ])
        + Operation.below(
            itemPath, .changing,
            [
                Operation(
                    .post, "/retry", "retryImage", "Load a failed picture again", body: .unread, isChange: false,
                    answer: .empty(202), retryImage)
            ])
        + Operation.below(
            collectionPath, .reading,
            [
                Operation(
                    .post, "/images", "getImages",
                    """
                    Many renditions in one answer, of those that are in memory: a line of JSON, then their bytes one after another. The line \
                    has `images`: for each item its `type`, `length` and `rev`, or null where it is to be asked for by itself
                    """, body: .json("ImagesRequest", maxBytes: queryBodyBytes), isChange: false,
                    answer: .of("application/octet-stream", "File"), getImages)
            ])

    private func getImage(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let width = try request.value(GridAPI.width) ?? 320
        return picture(request, as: engine.pictureForm(forWidth: width))
    }

    /// Many pictures in one answer, of those that are in memory: over a line that is far, each request costs its round trip.
    private func getImages(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let wanted = try read(request.body) { (reader) throws(JSONError) in try reader.read(ImagesRequest.self) }
        let form = engine.pictureForm(forWidth: wanted.width)
        var answer = ImagesAnswer()
        try ask { () throws(GridError) in
            for item in wanted.items { answer.add(try engine.readyImage(of: item, in: collection, as: form)) }
        }
        return .respond(answer.response)
    }

    /// A part of a picture in its own pixels. It is demand, like `getImage`: when the client goes away, the decode is cancelled.
    private func getRegion(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let parameters = GridAPI.region
        guard let width = try request.value(parameters.width), let height = try request.value(parameters.height) else {
            throw ProblemDetails(.unprocessableContent, "width and height are missing")
        }
        let x = try request.value(parameters.x) ?? 0
        let y = try request.value(parameters.y) ?? 0
        let shrink = try request.value(parameters.shrink) ?? 1
        guard let region = PictureRegion(x: x, y: y, width: width, height: height, shrink: shrink) else {
            throw ProblemDetails(
                .unprocessableContent,
                """
                shrink is 1, 2, 4 or 8; a region then has at most \(PictureRegion.pixelLimit) pixels, and a side of it at \
                most \(PictureRegion.sideLimit)
                """)
        }
        let (wanted, client) = (WantedPicture(request, as: .region(region)), request.client)
        return .later { responder in
            responder.ask { () throws(GridError) in
                // Many of one client's would delay the pictures of others.
                let number = closeLooks.makeNumber()
                responder.onDisconnect { closeLooks.withdraw(number, of: client) }
                try closeLooks.enter(number, of: client) { turn in send(wanted, to: responder, turn: turn) }
            }
        }
    }

    /// The picture that a request asks for.
    private struct WantedPicture: Sendable {
        let collection: String
        let item: String
        let form: RenditionForm
        let revision: UInt64?
        let known: String?

        init(_ request: borrowing HTTPRequest, as form: RenditionForm) {
            (collection, item) = (request.parameter("c"), request.parameter("i"))
            self.form = form
            revision = request.query(GridAPI.revision.name).flatMap { UInt64($0) }
            known = request.header("If-None-Match")
        }
    }

    private func picture(_ request: borrowing HTTPRequest, as form: RenditionForm) -> HTTPOutcome {
        let wanted = WantedPicture(request, as: form)
        return .later { responder in send(wanted, to: responder) }
    }

    /// `turn` is held until the picture is made, or is wanted no longer.
    private func send(_ wanted: WantedPicture, to responder: Responder, turn: RequestTurns.Turn? = nil) {
        let (form, revision, known) = (wanted.form, wanted.revision, wanted.known)
        responder.ask { () throws(GridError) in
            let answer = try engine.image(
                of: wanted.item, in: wanted.collection, as: form, revision: revision
            ) { result in
                withExtendedLifetime(turn) {
                    switch result {
                    case .success(let found):
                        responder.respond(
                            GridAPI.response(found.rendition, form, isCurrent: found.isCurrent, revision, known))
                    case .failure(let failure): responder.respond(ProblemDetails(failure).response)
                    }
                }
            }
            switch answer {
            case .ready(let rendition, let isCurrent):
                responder.respond(GridAPI.response(rendition, form, isCurrent: isCurrent, revision, known))
            case .later(let demand):
                if let demand { responder.onDisconnect { engine.withdraw(demand) } }
            }
        }
    }

    /// Date and size are read from the picture's file: a slow disk must not block a serving thread.
    private func getFileFacts(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        return .later { responder in
            fileReads.async {
                responder.ask { () throws(GridError) in
                    let (date, sizeBytes) = try engine.fileFacts(of: item, in: collection)
                    responder.respond(
                        .object(headers: [.fresh]) { writer in
                            if let date { writer.member("date", date) }
                            if let sizeBytes { writer.member("sizeBytes", sizeBytes) }
                        })
                }
            }
        }
    }

    private func retryImage(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        try ask { () throws(GridError) in try engine.retry(item, in: collection) }
        return .respond(.empty(.accepted))
    }

    /// The bytes of a URL with the content's current revision never change.
    private static func response(
        _ rendition: Rendition, _ form: RenditionForm, isCurrent: Bool, _ revision: UInt64?, _ known: String?
    ) -> HTTPResponse {
        var headers = [
            HTTPHeader("Cache-Control", isCurrent ? "private, max-age=31536000, immutable" : "no-cache")
        ]
        if isCurrent, let revision {
            let tag = "\"\(revision)-\(form.tag ?? "\(rendition.width)")\""
            headers.append(HTTPHeader("ETag", tag))
            if let known, EntityTag.isListed(tag, inIfNoneMatch: known) {
                return HTTPResponse(.notModified, headers: headers)
            }
        }
        return HTTPResponse(
            .ok, contentType: rendition.contentType, headers: headers, body: .bytes(rendition.bytes))
    }
}

extension RenditionForm {
    /// Tells regions of one picture apart; `nil` of what its width does.
    fileprivate var tag: String? {
        guard case .region(let region) = self else { return nil }
        return "\(region.x).\(region.y).\(region.width).\(region.height).\(region.shrink)"
    }
}
