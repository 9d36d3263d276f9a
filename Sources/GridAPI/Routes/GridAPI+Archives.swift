import GridEngine
import HTTPServer

/// Archives of originals: `GET …/export?as=zip`.
extension GridAPI {
    static let zip = "zip"
    /// Maximum number of archives at the same time: each keeps names and sizes of all its files in memory, and reads as fast as it is
    /// taken.
    static let archiveLimit = 8

    /// Looks at every file beside the serving threads, then sends what it found.
    func archive(
        _ list: ItemList, of id: String, isNumbered: Bool, for client: Client
    ) throws(ProblemDetails) -> HTTPOutcome {
        let place = try ask { () throws(GridError) in
            try engine.requireOriginals(of: id)
            return try archives.take(for: client)
        }
        return .later { responder in
            let cancellation = Cancellation()
            responder.onDisconnect { cancellation.cancel() }
            let lane = originals.next
            lane.async {
                do throws(ArchivePlan.Refusal) {
                    let plan = try ArchivePlan(of: list, isNumbered: isNumbered, cancellation: cancellation)
                    let body = ArchiveBody(plan, of: list, on: lane, place: place)
                    responder.respond(GridAPI.response(to: list, body))
                } catch {
                    responder.respond(ProblemDetails(error).response)
                }
            }
        }
    }

    private static func response(to list: ItemList, _ body: ArchiveBody) -> HTTPResponse {
        HTTPResponse(
            .ok, contentType: "application/zip",
            headers: [
                HTTPHeader("Cache-Control", "no-store"),
                ContentDisposition.header(name: "\(list.title).zip", isAttachment: true),
            ],
            body: .source(body, length: body.length))
    }
}

extension ProblemDetails {
    fileprivate init(_ refusal: ArchivePlan.Refusal) {
        switch refusal {
        case .tooMany: self.init(.unprocessableContent, .archiveTooLarge(limit: ArchivePlan.itemLimit))
        case .nothing: self.init(.unprocessableContent, .archiveEmpty)
        case .cancelled: self.init(.serviceUnavailable, .loadCancelled)
        }
    }
}

extension Reason {
    static func archiveTooLarge(limit: Int) -> Reason {
        Reason(
            "archive-too-large", "An archive may have \(limit) files. Select fewer.", values: ["limit": "\(limit)"])
    }

    static var archiveEmpty: Reason {
        Reason("archive-empty", "None of these items has a file that can be read.")
    }
}
