/// One operation of the interface, as its description tells it.
struct OpenAPIOperation {
    var method: String
    var path: String
    var summary: String
    /// Query parameters, `name:type`; a `!` at the end: it must be there.
    var query: [String] = []
    /// Name of the body's schema; `nil` when there is none.
    var body: String?
    var bodyType = "application/json"
    var status = 200
    /// Name of the answer's schema, or `nil` with `answerType`.
    var answer: String?
    var answerType: String? = "application/json"
    /// Another form of the answer, for those who ask for its type: the type and the name of its schema.
    var otherAnswer: (type: String, schema: String)?
    /// Refusals that make sense here beside 400, 404 and 415.
    var refusals: [Int] = []

    static let all: [OpenAPIOperation] = reading + changing + viewing + operating

    private static let collection = "/api/v1/collections/{c}"
    private static let change = [403, 409, 412, 422, 503, 507]

    private static let reading = [
        OpenAPIOperation(method: "get", path: "/api/v1/collections", summary: "All collections", answer: "Collections"),
        OpenAPIOperation(method: "get", path: collection, summary: "One collection", answer: "Collection"),
        OpenAPIOperation(
            method: "get", path: collection + "/items", summary: "A page of items",
            query: ["section:string", "offset:integer", "limit:integer"], answer: "Items", refusals: [422, 503]),
        OpenAPIOperation(
            method: "get", path: collection + "/items/{i}", summary: "One item with its place", answer: "Item",
            refusals: [503]),
        OpenAPIOperation(
            method: "get", path: collection + "/sections", summary: "Sections without their items",
            query: ["offset:integer", "limit:integer"], answer: "Sections", refusals: [422, 503]),
        OpenAPIOperation(
            method: "get", path: collection + "/snapshot", summary: "The whole order at one version",
            query: ["section:string"], answer: "Snapshot", refusals: [503]),
        OpenAPIOperation(
            method: "get", path: collection + "/patches", summary: "What happened since a version",
            query: ["from:integer!"], answer: "Patches",
            otherAnswer: (type: "application/json-patch+json", schema: "JSONPatch"), refusals: [410, 422, 503]),
        OpenAPIOperation(
            method: "get", path: collection + "/layout", summary: "The layout alone: frames of a rect",
            query: [
                "kind:string", "width:number", "rect:string", "minColumnWidth:number", "cellHeight:number",
                "spacing:number", "inset:number", "headerHeight:number", "segmentHeight:number", "rowHeight:number",
            ], answer: "Layout", refusals: [422, 503]),
        OpenAPIOperation(
            method: "get", path: collection + "/items/{i}/date",
            summary: "When its picture was taken, where its file or its attribute date tells", answer: "ItemDate",
            refusals: [503]),
        OpenAPIOperation(
            method: "get", path: collection + "/items/{i}/image",
            summary: "A rendition at least w px wide; held until it is ready", query: ["w:integer", "rev:integer"],
            answerType: "image/*", refusals: [422, 503]),
    ]

    private static let changing = [
        OpenAPIOperation(
            method: "post", path: "/api/v1/collections", summary: "Create a collection", body: "NewCollection",
            status: 201, answer: "Collection", refusals: [403, 409, 413, 422, 429, 503, 507]),
        OpenAPIOperation(
            method: "delete", path: collection, summary: "Delete a collection that was created so", status: 204,
            answerType: nil, refusals: [403, 412, 503]),
        OpenAPIOperation(
            method: "put", path: collection + "/snapshot",
            summary: "Bring the collection to this order; the patch is the smallest that does", body: "Order",
            answer: "Patch", refusals: change + [413]),
        OpenAPIOperation(
            method: "post", path: collection + "/moves", summary: "Move one item, or ranges of items", body: "Move",
            answer: "Patch",
            refusals: change),
        OpenAPIOperation(
            method: "post", path: collection + "/batch", summary: "A batch update, all or nothing", body: "Batch",
            answer: "Patch", refusals: change + [413]),
        OpenAPIOperation(
            method: "patch", path: collection + "/items/{i}", summary: "Change an item's attributes",
            body: "ItemPatch", bodyType: "application/merge-patch+json", answer: "Patch", refusals: change),
        OpenAPIOperation(
            method: "post", path: collection + "/undo", summary: "Take the last change back", answer: "Patch",
            refusals: change),
        OpenAPIOperation(
            method: "post", path: collection + "/redo", summary: "Make it again", answer: "Patch", refusals: change),
        OpenAPIOperation(
            method: "post", path: collection + "/refresh",
            summary: "Read the source anew; 200 with the same id when one is running", query: ["empty:string"],
            status: 202, answer: "Refresh", refusals: [403, 422, 503]),
        OpenAPIOperation(
            method: "post", path: collection + "/movements", summary: "Pick an item up", body: "PickUp", status: 201,
            answer: "Movement", refusals: [403, 422, 429]),
        OpenAPIOperation(
            method: "patch", path: collection + "/movements/{m}", summary: "Propose a place", body: "Proposal",
            answer: "Target", refusals: [409, 422]),
        OpenAPIOperation(
            method: "post", path: collection + "/movements/{m}/end", summary: "Drop the item", answer: "Patch",
            refusals: change),
        OpenAPIOperation(
            method: "delete", path: collection + "/movements/{m}", summary: "Give the movement up", status: 204,
            answerType: nil),
        OpenAPIOperation(
            method: "post", path: collection + "/items/{i}/retry", summary: "Ask for a failed picture again",
            status: 202, answerType: nil),
    ]

    private static let viewing = [
        OpenAPIOperation(
            method: "post", path: collection + "/viewers", summary: "Open a viewer", body: "ViewerSettings",
            status: 201, answer: "Viewer", refusals: [422, 429]),
        OpenAPIOperation(
            method: "get", path: "/api/v1/viewers", summary: "Up to 100 viewers, the one heard of last first",
            answer: "Viewers"),
        OpenAPIOperation(method: "get", path: "/api/v1/viewers/{v}", summary: "One viewer", answer: "Viewer"),
        OpenAPIOperation(
            method: "get", path: "/api/v1/viewers/{v}/sections",
            summary: "Where sections with items lie in the viewer's layout, for a scroll bar", query: ["limit:integer"],
            answer: "SectionMarks", refusals: [422, 503]),
        OpenAPIOperation(
            method: "patch", path: "/api/v1/viewers/{v}", summary: "Change layout, size, policy or reach",
            body: "ViewerSettings", answer: "Viewer", refusals: [422]),
        OpenAPIOperation(
            method: "delete", path: "/api/v1/viewers/{v}", summary: "End a viewer", status: 204, answerType: nil),
        OpenAPIOperation(
            method: "post", path: "/api/v1/viewers/{v}/leave", summary: "The same, for navigator.sendBeacon",
            status: 204, answerType: nil),
        OpenAPIOperation(
            method: "post", path: "/api/v1/viewers/{v}/range",
            summary: "A visible-range event: 200 a second are answered, the newest first", body: "RangeEvent",
            answer: "RangeAnswer", refusals: [413, 422, 429]),
        OpenAPIOperation(
            method: "get", path: "/api/v1/viewers/{v}/events",
            summary: """
                What happens: an event stream (with lifecycle=1 reports of the loads, and no previews), or with \
                Accept: application/json a long poll
                """,
            query: ["after:integer", "wait:integer", "lifecycle:integer"], answer: "Events", refusals: [422]),
        OpenAPIOperation(
            method: "get", path: "/api/v1/events", summary: "One event stream for several viewers",
            query: ["viewer:string!", "after:integer", "lifecycle:integer"], answerType: "text/event-stream",
            refusals: [422]),
    ]

    private static let operating = [
        OpenAPIOperation(method: "get", path: "/api/v1/stats", summary: "Figures", answer: "Statistics"),
        OpenAPIOperation(
            method: "get", path: "/api/v1/settings", summary: "What can be turned while it runs", answer: "Settings"),
        OpenAPIOperation(
            method: "patch", path: "/api/v1/settings", summary: "Turn it", body: "SettingsChange", answer: "Settings",
            refusals: [422]),
        OpenAPIOperation(
            method: "get", path: "/metrics", summary: "Figures for Prometheus", answerType: "text/plain"),
        OpenAPIOperation(method: "get", path: "/healthz", summary: "Whether it lives", answer: "Health"),
        OpenAPIOperation(
            method: "get", path: "/api/v1/openapi.json", summary: "This description", answerType: "application/json"),
    ]
}
