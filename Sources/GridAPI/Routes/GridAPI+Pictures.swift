import GridEngine
import HTTPServer

/// Pictures that are uploaded.
extension GridAPI {
    static let pictureOperations = Operation.below(
        itemPath, .changing,
        [
            .change(
                .put, "/picture", "putPicture",
                "Upload the picture of a posted item: a file of at most 32 MiB that begins as a picture does",
                body: .bytes("PictureFile", maxBytes: PostedPicture.uploadLimitBytes), refusals: [429], putPicture)
        ])

    /// Files are written beside the serving threads.
    private func putPicture(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        let (options, isMinimal, body) = (try request.changeOptions(), request.wantsMinimum, request.receivedBody)
        let client = request.client
        return .later { responder in
            originals.next.async {
                do throws(ProblemDetails) {
                    let bytes = try body.read()
                    let options = try options.covering(.bytes(bytes))
                    try ask { () throws(GridError) in
                        try engine.upload(bytes, for: item, in: collection, client: client, options: options) {
                            responder.respond(response(to: $0, isMinimal: isMinimal))
                        }
                    }
                } catch {
                    responder.respond(error.response)
                }
            }
        }
    }
}
