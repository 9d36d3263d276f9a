import GridEngine
import HTTPServer

/// The files of items as they are.
extension GridAPI {
    private static let inline = Parameter.integer("inline", 0...1, "1: no download, where a browser can show the file")

    static let originalOperations = Operation.below(
        itemPath, .reading,
        [
            Operation(
                .get, "/original", "getOriginal",
                """
                The item's file as it is, or a part of it (Range); with inline=1 a picture that browsers show, or a video, is no \
                download
                """, query: [inline, ticket], headers: [.range], answer: .of("*/*", "File", 200, 206),
                refusals: [403, 416, 503], getOriginal)
        ])

    /// Opening may wait for a slow disk, so it is done beside the serving threads. The kernel sends the bytes.
    private func getOriginal(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        let mayBeShown = try request.value(GridAPI.inline) == 1
        let wanted = FileDelivery.Wanted(request)
        let client = request.client
        let place = try ask { () throws(GridError) in try originalPlaces.take(for: client) }
        return .later { responder in
            originals.next.async {
                do throws(GridError) {
                    switch try engine.original(of: item, in: collection) {
                    case .success(let (file, name)):
                        responder.respond(
                            GridAPI.response(file, name: name, mayBeShown: mayBeShown, wanted, place))
                    case .failure(let failure): responder.respond(ProblemDetails(failure).response)
                    }
                } catch {
                    responder.respond(ProblemDetails(error).response)
                }
            }
        }
    }

    private static func response(
        _ file: OpenFile, name: String, mayBeShown: Bool, _ wanted: FileDelivery.Wanted, _ place: ClientPlaces.Place
    ) -> HTTPResponse {
        guard let delivery = FileDelivery(copying: file.descriptor, place: place) else {
            return ProblemDetails(LoadFailure.exhausted(.tooManyFilesOpen)).response
        }
        let type = MediaType.ofFile(named: name)
        let isShown = mayBeShown && shownTypes.contains(type)
        let headers = [
            HTTPHeader("Cache-Control", "private, no-cache"),
            ContentDisposition.header(name: name, isAttachment: !isShown),
        ]
        // QuickTime is where MP4 comes from. Some browsers play it by the other name only.
        let shownType = isShown && type == "video/quicktime" ? "video/mp4" : type
        return delivery.response(to: wanted, contentType: shownType, headers: headers)
    }

    /// Pictures and videos, which no script can be in. Everything else is only ever downloaded.
    private static let shownTypes: Set<String> = [
        "image/jpeg", "image/png", "image/webp", "image/gif", "image/apng", "image/avif", "video/mp4",
        "video/quicktime",
        "video/webm", "video/ogg", "video/3gpp", "video/x-matroska",
    ]
}
