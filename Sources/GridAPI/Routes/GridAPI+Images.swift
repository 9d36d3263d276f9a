import CollectionModel
import Dispatch
import GridEngine
import HTTPServer
import JSONText

/// Pictures. A request that is held until its picture is ready counts as demand.
extension GridAPI {
    func registerImages(in router: inout Router) {
        let item = "/api/v1/collections/{c}/items/{i}"
        router.on(.get, item + "/image", getImage)
        router.on(.get, item + "/region", getRegion)
        router.on(
            .post, "/api/v1/collections/{c}/images", accepts: GridAPI.json, maxBodyBytes: GridAPI.queryBodyBytes,
            isChange: false, getImages)
        router.on(.get, item + "/date", getFileFacts)
        router.on(.post, item + "/retry", accepts: GridAPI.json, isChange: false, retryImage)
    }

    private func getImage(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let width = try request.integer("w", 1...16_384) ?? 320
        return picture(request, as: engine.pictureForm(forWidth: width))
    }

    /// Many pictures in one answer, of those that are in memory: over a line that is far, each request costs its round trip.
    private func getImages(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let wanted = try read(request.body) { (reader) throws(JSONError) in try ImagesRequest(from: &reader) }
        let form = engine.pictureForm(forWidth: wanted.width)
        var answer = ImagesAnswer()
        try ask { () throws(GridError) in
            for item in wanted.items { answer.add(try engine.readyImage(of: item, in: collection, as: form)) }
        }
        return .respond(answer.response)
    }

    /// A part of a picture in its own pixels. As `getImage`, it is demand: when the client goes away, the decode is cancelled.
    private func getRegion(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let side = 1...Int(Int32.max)
        guard let width = try request.integer("width", side), let height = try request.integer("height", side)
        else {
            throw ProblemDetails(.unprocessableContent, "width and height are missing")
        }
        let x = try request.integer("x", 0...side.upperBound) ?? 0
        let y = try request.integer("y", 0...side.upperBound) ?? 0
        let shrink = try request.integer("shrink", 1...8) ?? 1
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
            do throws(GridError) {
                // Many of one client's would delay the pictures of others.
                let number = closeLooks.makeNumber()
                responder.onDisconnect { closeLooks.withdraw(number, of: client) }
                try closeLooks.enter(number, of: client) { turn in send(wanted, to: responder, turn: turn) }
            } catch {
                responder.respond(ProblemDetails(error).response)
            }
        }
    }

    /// What a request says of the picture that it wants.
    private struct WantedPicture: Sendable {
        let collection: String
        let item: String
        let form: RenditionForm
        let revision: UInt64?
        let known: String?

        init(_ request: borrowing HTTPRequest, as form: RenditionForm) {
            (collection, item) = (request.parameter("c"), request.parameter("i"))
            self.form = form
            revision = request.query("rev").flatMap { UInt64($0) }
            known = request.header("If-None-Match")
        }
    }

    private func picture(_ request: borrowing HTTPRequest, as form: RenditionForm) -> HTTPOutcome {
        let wanted = WantedPicture(request, as: form)
        return .later { responder in send(wanted, to: responder) }
    }

    /// `turn` is held until the picture is made, or is wanted no longer.
    private func send(_ wanted: WantedPicture, to responder: Responder, turn: CloseLookTurns.Turn? = nil) {
        let (form, revision, known) = (wanted.form, wanted.revision, wanted.known)
        do throws(GridError) {
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
        } catch {
            responder.respond(ProblemDetails(error).response)
        }
    }

    /// Date and size are read from the picture's file: a slow disk must not block a serving thread.
    private func getFileFacts(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        return .later { responder in
            fileReads.async {
                do throws(GridError) {
                    let (date, sizeBytes) = try engine.fileFacts(of: item, in: collection)
                    var writer = JSONWriter()
                    writer.beginObject()
                    if let date { writer.member("date", date) }
                    if let sizeBytes { writer.member("sizeBytes", sizeBytes) }
                    writer.endObject()
                    responder.respond(.json(writer.take(), headers: [.fresh]))
                } catch {
                    responder.respond(ProblemDetails(error).response)
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
