import Dispatch
import GridEngine
import HTTPServer
import Synchronization

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
                responder.ask { () throws(GridError) in
                    switch try engine.original(of: item, in: collection) {
                    case .success(let (file, name)):
                        responder.respond(
                            GridAPI.response(file, name: name, mayBeShown: mayBeShown, wanted, place))
                    case .failure(let failure): responder.respond(ProblemDetails(failure).response)
                    }
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
            uploads.next.async {
                responder.attempt { () throws(ProblemDetails) in
                    let bytes = try body.read()
                    let options = try options.covering(.bytes(bytes))
                    try ask { () throws(GridError) in
                        try engine.upload(bytes, for: item, in: collection, client: client, options: options) {
                            responder.respond(response(to: $0, isMinimal: isMinimal))
                        }
                    }
                }
            }
        }
    }
}

/// Threads that open and read files beside the serving ones: a disk that does not answer holds up one lane, and no more threads
/// than there are lanes.
final class FileLanes: Sendable {
    private let lanes: [DispatchQueue]
    private let turns = Atomic<Int>(0)

    init(_ lanes: [DispatchQueue]) { self.lanes = lanes }

    /// The next lane: what is done on one of them is done in order.
    var next: DispatchQueue {
        let turn = turns.wrappingAdd(1, ordering: .relaxed).oldValue
        return lanes[Int(UInt(bitPattern: turn) % UInt(lanes.count))]
    }
}
