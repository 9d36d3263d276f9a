import CollectionLayout
import CollectionModel
import GridEngine
import HTTPServer
import JSONText
import Prefetching

/// Viewers, and the visible-range event: the hot path.
extension GridAPI {
    func registerViewers(in router: inout Router) {
        router.on(.post, "/api/v1/collections/{c}/viewers", accepts: GridAPI.json) { request throws(ProblemDetails) in
            let collection = request.parameter("c")
            let body = try read(request.body) { (reader) throws(JSONError) in try ViewerRequest(from: &reader) }
            var settings = ViewerSettings(
                layout: try LayoutDescription.checked(kind: "column", options: [:], pointer: "/layout"),
                width: 1280, height: 800)
            try body.apply(to: &settings)
            let checked = settings
            let viewer = try ask { () throws(GridError) in try engine.createViewer(of: collection, checked) }
            var writer = JSONWriter()
            writer.viewer(viewer)
            return .respond(
                .json(
                    writer.take(), status: .created,
                    headers: [HTTPHeader("Location", "/api/v1/viewers/\(viewer.viewer)")]))
        }
        router.on(.get, "/api/v1/viewers") { _ in
            var writer = JSONWriter()
            writer.beginObject()
            writer.key("viewers")
            writer.beginArray()
            for viewer in engine.viewerDescriptions() { writer.viewer(viewer) }
            writer.endArray()
            writer.endObject()
            return .respond(.json(writer.take(), headers: [.fresh]))
        }
        router.on(.get, "/api/v1/viewers/{v}") { request throws(ProblemDetails) in
            let name = try request.viewerName()
            let viewer = try ask { () throws(GridError) in try engine.viewer(name) }
            var writer = JSONWriter()
            writer.viewer(viewer)
            return .respond(.json(writer.take(), headers: [.fresh]))
        }
        router.on(.patch, "/api/v1/viewers/{v}", accepts: GridAPI.json + ["application/merge-patch+json"]) {
            request throws(ProblemDetails) in
            let name = try request.viewerName()
            let body = try read(request.body) { (reader) throws(JSONError) in try ViewerRequest(from: &reader) }
            let current = try ask { () throws(GridError) in try engine.viewer(name) }
            var settings = current.settings
            try body.apply(to: &settings)
            let checked = settings
            let viewer = try ask { () throws(GridError) in
                try engine.updateViewer(name) { (settings) throws(GridError) in settings = checked }
            }
            var writer = JSONWriter()
            writer.viewer(viewer)
            return .respond(.json(writer.take()))
        }
        router.on(.delete, "/api/v1/viewers/{v}") { request throws(ProblemDetails) in
            let name = try request.viewerName()
            try ask { () throws(GridError) in try engine.removeViewer(name) }
            return .respond(.empty())
        }
        // Sent by `navigator.sendBeacon` as a page goes away, which can only POST.
        router.on(.post, "/api/v1/viewers/{v}/leave") { request throws(ProblemDetails) in
            let name = try request.viewerName()
            try ask { () throws(GridError) in try engine.removeViewer(name) }
            return .respond(.empty())
        }
        router.on(.post, "/api/v1/viewers/{v}/range", accepts: GridAPI.json, maxBodyBytes: 4096) {
            request throws(ProblemDetails) in
            let name = try request.viewerName()
            let event = try read(request.body) { (reader) throws(JSONError) in try RangeEvent(from: &reader) }
            let answer = try ask { () throws(GridError) in try engine.rangeInTurn(name, event) }
            if let answer { return .respond(.json(answer.json(patches: patches))) }
            return .later { responder in
                engine.hold(event, of: name) { result in
                    switch result {
                    case .success(let answer): responder.respond(.json(answer.json(patches: patches)))
                    case .failure(let error): responder.respond(ProblemDetails(error).response)
                    }
                }
            }
        }
    }
}

extension HTTPRequest {
    /// The viewer that the path names. Read off the raw bytes: this is the hot path.
    func viewerName() throws(ProblemDetails) -> ViewerID {
        let digits = rawParameter(at: 0)
        var value: UInt64 = 0
        var isName = digits.count == 16
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
            default: isName = false
            }
        }
        guard isName else { throw ProblemDetails(GridError.notFound(.viewer, id: parameter("v"))) }
        return ViewerID(rawValue: value)
    }
}
