import CollectionLayout
import CollectionModel
import CollectionQuery
import GridEngine
import HTTPServer
import JSONText

/// The body of a viewer's creation or change. Omitted members stay unchanged.
struct ViewerRequest {
    private var kind: String?
    private var options: [String: Double]?
    private var width: Double?
    private var height: Double?
    private var pixelRatio: Double?
    private var policy: String?
    private var reach: Double?
    /// `nil` inside for the collection's own order.
    private var query: Query??
    /// The first visible-range event of a viewer that is created.
    private(set) var range: RangeEvent?

    /// Whether it says what to show: that takes time.
    var hasQuery: Bool { query != nil }

    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextMember() {
            switch reader.key {
            case "layout": try readLayout(from: &reader)
            case "width": width = try reader.readDouble()
            case "height": height = try reader.readDouble()
            case "pixelRatio": pixelRatio = try reader.readDouble()
            case "policy": policy = try reader.readString()
            case "reach": reach = try reader.readDouble()
            case "query":
                let given = try reader.readNull() ? nil : try Query(from: &reader)
                query = .some(given?.isEmpty == true ? nil : given)
            case "range": range = try RangeEvent(from: &reader)
            default: try reader.skipValue()
            }
        }
    }

    private mutating func readLayout(from reader: inout JSONReader) throws(JSONError) {
        var found: [String: Double] = [:]
        try reader.beginObject()
        while try reader.nextMember() {
            if reader.key == "kind" {
                kind = try reader.readString()
            } else {
                let name = reader.keyText
                found[name] = try reader.readDouble()
            }
        }
        options = found
    }

    /// Ranges of the lengths are the engine's to check.
    func apply(to settings: inout ViewerSettings) throws(ProblemDetails) {
        if let options {
            settings.layout = try LayoutDescription.checked(
                kind: kind ?? settings.layout.kind, options: options, pointer: "/layout")
        }
        settings.width = width ?? settings.width
        settings.height = height ?? settings.height
        settings.pixelRatio = pixelRatio ?? settings.pixelRatio
        settings.reach = reach ?? settings.reach
        if let query { settings.query = query }
        if let policy {
            guard let known = type(of: settings.policy).init(rawValue: policy) else {
                let names = type(of: settings.policy).allCases.map(\.rawValue).joined(separator: ", ")
                throw ProblemDetails(.unprocessableContent, "must be one of: \(names)", pointer: "/policy")
            }
            settings.policy = known
        }
    }
}

extension LayoutDescription {
    static func checked(
        kind: String, options: [String: Double], pointer: String
    ) throws(ProblemDetails) -> LayoutDescription {
        do throws(LayoutError) {
            return try LayoutDescription(kind: kind, options: options)
        } catch {
            let detail =
                switch error {
                case .unknownKind(_, let known): "kind must be one of: \(known.joined(separator: ", "))"
                case .unknownOption(let option): "the layout \(kind) has no option \(option)"
                case .outOfRange(let option, _, let allowed):
                    "\(option) must be from \(allowed.lowerBound) to \(allowed.upperBound)"
                }
            throw ProblemDetails(
                .unprocessableContent, .layoutInvalid(detail),
                pointer: pointer.isEmpty ? nil : "\(pointer)/\(error.field)")
        }
    }
}

extension ViewerDescription {
    var json: [UInt8] { json(range: nil) }

    /// The viewer, with the answer to a visible-range event that came with its creation, as JSON.
    func json(range: [UInt8]?) -> [UInt8] {
        var writer = JSONWriter()
        writer.viewer(self, range: range)
        return writer.take()
    }
}

extension JSONWriter {
    mutating func viewer(_ viewer: ViewerDescription, range: [UInt8]? = nil) {
        object { writer in
            writer.member("viewer", viewer.viewer.description)
            writer.member("collection", viewer.collection)
            // A viewer whose query was taken away sees a result that has everything: its versions go on.
            if let result = viewer.result { writer.member("result", result) }
            if let query = viewer.settings.query {
                writer.key("query")
                query.write(to: &writer)
            }
            writer.member("version", viewer.version)
            writer.member("contentSize", viewer.contentSize)
            writer.member("itemCount", viewer.itemCount)
            if viewer.foldedCount > 0 { writer.member("folded", viewer.foldedCount) }
            writer.member("open", viewer.isOpen)
            writer.member("width", viewer.settings.width)
            writer.member("height", viewer.settings.height)
            writer.member("pixelRatio", viewer.settings.pixelRatio)
            writer.member("policy", viewer.settings.policy.rawValue)
            writer.member("reach", viewer.settings.reach)
            writer.member("lastEventID", viewer.lastEventID)
            if viewer.isStoreAway { writer.member("storeAway", true) }
            if let range {
                writer.key("range")
                writer.raw(range)
            }
        }
    }
}

extension Reason {
    /// `finding` is an English sentence.
    static func layoutInvalid(_ finding: String) -> Reason { Reason("layout-invalid", finding) }
}
