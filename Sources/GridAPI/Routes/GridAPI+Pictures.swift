import GridEngine
import HTTPServer

/// Pictures that are uploaded.
extension GridAPI {
    func registerPictures(in router: inout Router) {
        router.on(
            .put, "/api/v1/collections/{c}/items/{i}/picture", maxBodyBytes: PostedPicture.uploadLimitBytes, putPicture)
    }

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
