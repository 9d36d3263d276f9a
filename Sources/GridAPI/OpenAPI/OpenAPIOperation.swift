import HTTPServer

/// One operation of the interface, as it is described.
struct OpenAPIOperation {
    /// Stable, for generated clients: the name of its handler.
    var id: String
    /// The group in which it is shown.
    var tag = ""
    var method: String
    var path: String
    var summary: String
    /// Query parameters, `name:type`; required with a `!` at the end. `strings` are given once for each.
    var query: [String] = []
    /// Name of the body's schema; `nil` when there is none.
    var body: String?
    var bodyType = "application/json"
    /// Another form of the body, by `Content-Type`: its type and the name of its schema.
    var otherBody: (type: String, schema: String)?
    var status = 200
    /// Another status of success, with the same answer.
    var otherStatus: Int?
    /// Name of the answer's schema, or `nil` with `answerType`.
    var answer: String?
    var answerType: String? = "application/json"
    /// Another form of the response, by `Accept`: its type and the name of its schema.
    var otherAnswer: (type: String, schema: String)?
    /// Statuses of refusals besides 400, 404 and 415.
    var refusals: [Int] = []

    /// The query parameters of a route, and whether each may be repeated; `nil` when it is none of the interface's.
    static func queryNames(of method: HTTPMethod, _ pattern: String) -> [String: Bool]? {
        guard let operation = all.first(where: { $0.method.uppercased() == method.name && $0.path == pattern }) else {
            return nil
        }
        let parts = operation.query.map { $0.split(separator: ":") }
        return Dictionary(uniqueKeysWithValues: parts.map { (String($0[0]), $0[1].hasPrefix("strings")) })
    }

    static let all =
        tagged("Reading", reading) + tagged("Finding", finding) + tagged("Changing", changing)
        + tagged("Viewing", viewing) + tagged("Operating", operating)

    private static func tagged(_ tag: String, _ operations: [OpenAPIOperation]) -> [OpenAPIOperation] {
        operations.map { operation in
            var operation = operation
            operation.tag = tag
            return operation
        }
    }

    static let eventStream = "text/event-stream"
    static let collection = "/api/v1/collections/{c}"

    private static let reading = [
        OpenAPIOperation(
            id: "listCollections", method: "get", path: "/api/v1/collections", summary: "All collections",
            answer: "Collections"),
        OpenAPIOperation(
            id: "getCollection", method: "get", path: collection, summary: "One collection", answer: "Collection"),
        OpenAPIOperation(
            id: "listItems", method: "get", path: collection + "/items",
            summary: "A page of items; with the cursor of the page before, in the version of that one",
            query: ["section:string", "offset:integer:0:2147483647", "cursor:cursor", "limit:integer:1:1000"],
            answer: "Items", refusals: [410, 422, 503]),
        OpenAPIOperation(
            id: "getItem", method: "get", path: collection + "/items/{i}", summary: "One item with its place",
            answer: "Item",
            refusals: [503]),
        OpenAPIOperation(
            id: "listSections", method: "get", path: collection + "/sections", summary: "Sections without their items",
            query: ["offset:integer:0:2147483647", "limit:integer:1:10000"], answer: "Sections", refusals: [422, 503]),
        OpenAPIOperation(
            id: "getSnapshot", method: "get", path: collection + "/snapshot", summary: "The whole order at one version",
            query: ["section:string"], answer: "Snapshot", refusals: [503]),
        OpenAPIOperation(
            id: "listPatches", method: "get", path: collection + "/patches", summary: "All changes since a version",
            query: ["from:version!"], answer: "Patches",
            otherAnswer: (type: "application/json-patch+json", schema: "JSONPatch"), refusals: [410, 422, 503]),
        OpenAPIOperation(
            id: "getHistory", method: "get", path: collection + "/history",
            summary: "What the one who asks can undo and redo, and the newest change of anybody", answer: "History",
            refusals: [422, 503]),
        OpenAPIOperation(
            id: "getLayout", method: "get", path: collection + "/layout", summary: "The layout alone: frames of a rect",
            query: [
                "kind:layout", "width:number:1:1000000", "rect:rect", "minColumnWidth:number:16:4096",
                "cellHeight:number:16:4096", "spacing:number:0:256", "inset:number:0:256", "headerHeight:number:0:256",
                "segmentHeight:number:40:4096", "rowHeight:number:16:4096", "keepsShapes:number:0:1",
                "minSectionWidth:number:0:4096",
            ], answer: "Layout", refusals: [422, 503]),
        OpenAPIOperation(
            id: "getFileFacts", method: "get", path: collection + "/items/{i}/date",
            summary: "When the picture was taken, from its file or its attribute date, and the size of its file",
            answer: "ItemDate",
            refusals: [503]),
        OpenAPIOperation(
            id: "getImage", method: "get", path: collection + "/items/{i}/image",
            summary: """
                A rendition that covers a square of w px, at most three times as long; above 2,560 the whole picture in its own pixels, \
                if it has at most 40 megapixels. Never larger than the picture. Held until it is ready
                """,
            query: ["w:integer:1:16384", "rev:integer:0", "ticket:string"],
            answer: "File", answerType: "image/*", refusals: [422, 503]),
        OpenAPIOperation(
            id: "getImages", method: "post", path: collection + "/images",
            summary: """
                Many renditions in one answer, of those that are in memory: a line of JSON, then their bytes one after another. The line \
                has `images`: for each item its `type`, `length` and `rev`, or null where it is to be asked for by itself
                """,
            body: "ImagesRequest", answer: "File", answerType: "application/octet-stream"),
        OpenAPIOperation(
            id: "getRegion", method: "get", path: collection + "/items/{i}/region",
            summary: """
                A part of the picture in its own pixels, or shrunk by 2, 4 or 8; place and size are in px of the upright picture. Held \
                until it is ready
                """,
            query: [
                "x:integer:0:2147483647", "y:integer:0:2147483647", "width:integer:1:2147483647!",
                "height:integer:1:2147483647!", "shrink:shrink",
                "rev:integer:0",
                "ticket:string",
            ],
            answer: "File", answerType: "image/*", refusals: [422, 503]),
        OpenAPIOperation(
            id: "getOriginal", method: "get", path: collection + "/items/{i}/original",
            summary: """
                The item's file as it is, or a part of it (Range); with inline=1 a picture that browsers show, or a video, is no \
                download
                """,
            query: ["inline:integer:0:1", "ticket:string"], otherStatus: 206, answer: "File", answerType: "*/*",
            refusals: [403, 416, 422, 503]),
        OpenAPIOperation(
            id: "getExport", method: "get", path: collection + "/export",
            summary: """
                The order to take away, or ranges of it: as csv, jsonl, paths, paths0 for xargs -0, a zip of the files, xmp: \
                marks as sidecars, or the collection whole, in the lines that an import takes
                """,
            query: ["as:export!", "ranges:ranges", "version:integer:0", "numbered:integer:0:1"], answer: "File",
            answerType: "*/*",
            refusals: [403, 409, 422, 429, 503]),
    ]

    private static let viewing = [
        OpenAPIOperation(
            id: "createViewer", method: "post", path: collection + "/viewers", summary: "Open a viewer",
            body: "NewViewer",
            status: 201, answer: "Viewer", refusals: [422, 429, 503]),
        OpenAPIOperation(
            id: "listViewers", method: "get", path: "/api/v1/viewers",
            summary: "Up to 100 viewers, the latest active first",
            answer: "Viewers"),
        OpenAPIOperation(
            id: "getViewer", method: "get", path: "/api/v1/viewers/{v}", summary: "One viewer", answer: "Viewer"),
        OpenAPIOperation(
            id: "listSectionMarks", method: "get", path: "/api/v1/viewers/{v}/sections",
            summary: "Positions of sections in the viewer's layout, for a scroll bar", query: ["limit:integer:1:10000"],
            answer: "SectionMarks", refusals: [422, 503]),
        OpenAPIOperation(
            id: "updateViewer", method: "patch", path: "/api/v1/viewers/{v}",
            summary: "Change layout, size, policy, reach or query",
            body: "ViewerSettings", answer: "Viewer", refusals: [422, 429, 503]),
        OpenAPIOperation(
            id: "removeViewer", method: "delete", path: "/api/v1/viewers/{v}", summary: "End a viewer", status: 204,
            answerType: nil),
        OpenAPIOperation(
            id: "leaveViewer", method: "post", path: "/api/v1/viewers/{v}/leave",
            summary: "The same, for navigator.sendBeacon", query: ["ticket:string"],
            status: 204, answerType: nil),
        OpenAPIOperation(
            id: "reportRange", method: "post", path: "/api/v1/viewers/{v}/range",
            summary: "Report the visible range; at most 200 events a second are answered, the newest first",
            body: "RangeEvent",
            answer: "RangeAnswer", refusals: [413, 422, 429]),
        OpenAPIOperation(
            id: "listenToViewer", method: "get", path: "/api/v1/viewers/{v}/events",
            summary: """
                The viewer's events: an event stream (with lifecycle=1 reports of loads, and no previews), or a long poll \
                with Accept: application/json
                """,
            query: ["after:integer:0", "wait:integer:0:60000", "lifecycle:integer:0:1", "ticket:string"],
            answer: "Events",
            otherAnswer: (type: eventStream, schema: "EventStream"), refusals: [422]),
        OpenAPIOperation(
            id: "followCollection", method: "get", path: collection + "/events",
            summary: """
                A collection's versions as an event stream, without a viewer: patches from the version after on, or from the \
                newest
                """,
            query: ["after:version", "ticket:string"], answer: "CollectionEventStream", answerType: eventStream,
            refusals: [422, 503]),
        OpenAPIOperation(
            id: "listenToViewers", method: "get", path: "/api/v1/events",
            summary: "One event stream for several viewers",
            query: ["viewer:strings!", "after:integer:0", "lifecycle:integer:0:1", "ticket:string"],
            answer: "EventStream", answerType: eventStream,
            refusals: [422]),
    ]

    private static let operating = [
        OpenAPIOperation(
            id: "startSession", method: "post", path: "/api/v1/session",
            summary: "Exchange the token in Authorization for a cookie, which browsers send from then on", status: 204,
            answerType: nil),
        OpenAPIOperation(
            id: "makeTicket", method: "post", path: "/api/v1/tickets",
            summary: "A ticket, which stands for the token in addresses of pictures and events on pages of one origin",
            status: 201, answer: "Ticket", refusals: [403]),
        OpenAPIOperation(
            id: "getStatistics", method: "get", path: "/api/v1/stats", summary: "Statistics", answer: "Statistics"),
        OpenAPIOperation(
            id: "getSettings", method: "get", path: "/api/v1/settings",
            summary: "Settings that can be changed at run time", answer: "Settings"),
        OpenAPIOperation(
            id: "updateSettings", method: "patch", path: "/api/v1/settings", summary: "Change settings",
            body: "SettingsChange", answer: "Settings",
            refusals: [422]),
        OpenAPIOperation(
            id: "getBackup", method: "get", path: "/api/v1/backup",
            summary: "Orders, sections, ratings and saved queries as lookahead import reads them, with paths",
            query: ["collection:strings"], answer: "Backup", answerType: "application/x-ndjson", refusals: [404, 503]),
        OpenAPIOperation(
            id: "getMetrics", method: "get", path: "/metrics", summary: "Metrics for Prometheus",
            answer: "Metrics", answerType: "text/plain"),
        OpenAPIOperation(
            id: "getHealth", method: "get", path: "/healthz", summary: "Health and version", answer: "Health"),
        OpenAPIOperation(
            id: "getLiveness", method: "get", path: "/healthz/live", summary: "Whether the server responds",
            answer: "Health"),
        OpenAPIOperation(
            id: "getReadiness", method: "get", path: "/healthz/ready",
            summary: "Whether all collections have been read", answer: "Health", refusals: [503]),
        OpenAPIOperation(
            id: "getDescription", method: "get", path: "/api/v1/openapi.json", summary: "This description",
            answer: "Description"),
    ]
}
