import GridEngine
import HTTPServer

/// Marks as sidecars: `GET …/export?as=xmp` and `as=xmp-zip`.
extension GridAPI {
    static let sidecars = "xmp"
    static let sidecarArchive = "xmp-zip"
    static let sidecarNames = Parameter.choice(
        "names", SidecarNaming.allCases.map(\.rawValue), example: "short", isChecked: true)

    /// Looks at every item beside the serving threads, once every file has been read: a rating of 0 must not come from a file that nobody
    /// has looked at.
    func sidecars(
        of list: ItemList, named naming: SidecarNaming, isArchive: Bool, for client: Client
    ) throws(ProblemDetails) -> HTTPOutcome {
        let place = try ask { () throws(GridError) in try archives.take(for: client) }
        return .later { responder in
            let cancellation = Cancellation()
            responder.onDisconnect { cancellation.cancel() }
            whenFieldsAreKnown(
                of: list.collectionID, whenRead: true, until: .now + GridAPI.fieldsTimeLimit, responder, cancellation
            ) {
                let lane = originals.next
                lane.async {
                    let plan: SidecarPlan
                    do throws(LoadFailure) {
                        let made = try SidecarPlan(of: list, naming: naming, cancellation: cancellation)
                        guard let made else { throw .cancelled }
                        plan = made
                    } catch {
                        responder.respond(ProblemDetails(error).response)
                        return
                    }
                    guard !isArchive || !plan.isEmpty else {
                        responder.respond(ProblemDetails(.unprocessableContent, .nothingMarked).response)
                        return
                    }
                    let body = SidecarBody(plan, as: isArchive ? .archive : .strings, on: lane, place: place)
                    responder.respond(
                        HTTPResponse(
                            .ok, contentType: isArchive ? "application/zip" : "application/octet-stream",
                            headers: [
                                .version(list.version), .fresh,
                                ContentDisposition.header(
                                    name: "\(list.title).xmp.\(isArchive ? "zip" : "txt")", isAttachment: true),
                            ], body: .source(body, length: nil)))
                }
            }
        }
    }
}

extension Reason {
    static var nothingMarked: Reason {
        Reason("nothing-marked", "None of these files has stars, a flag, a colour or labels.")
    }
}
