extension OpenAPIOperation {
    /// Queries, and what can be asked for.
    static let finding = [
        OpenAPIOperation(
            id: "listFields", method: "get", path: collection + "/fields",
            summary: "What can be asked for, and how much of it is known", answer: "Fields", refusals: [503]),
        OpenAPIOperation(
            id: "getItemFields", method: "get", path: collection + "/items/{i}/fields",
            summary: "Every value that is known of an item", answer: "ItemFields", refusals: [503]),
        OpenAPIOperation(
            id: "listLabels", method: "get", path: collection + "/labels",
            summary: "The labels that items have, with their colours", answer: "Labels", refusals: [503]),
        OpenAPIOperation(
            id: "openResult", method: "post", path: collection + "/queries",
            summary: "The result of a query, as a collection of its own that follows every change", body: "Query",
            status: 201, answer: "Result", refusals: [429]),
        OpenAPIOperation(
            id: "getFacets", method: "get", path: collection + "/facets",
            summary: "Counts by value: fields separated by commas, the query as JSON",
            query: ["fields:names!", "query:string", "limit:integer:1:1000"], answer: "Facets", refusals: [503]),
        OpenAPIOperation(
            id: "countFacets", method: "post", path: collection + "/facets",
            summary: "Counts by value; changes nothing", body: "FacetRequest", answer: "Facets"),
        OpenAPIOperation(
            id: "listQueries", method: "get", path: collection + "/queries", summary: "The saved queries, by name",
            answer: "SavedQueries", refusals: [403, 503]),
        OpenAPIOperation(
            id: "saveQuery", method: "put", path: collection + "/queries/{q}",
            summary: "Save a query under a name; 200 when it replaces one", body: "SavedQueryChange", status: 201,
            otherStatus: 200, answer: "SavedQuery", refusals: [403, 429, 507]),
        OpenAPIOperation(
            id: "removeQuery", method: "delete", path: collection + "/queries/{q}", summary: "Delete a saved query",
            status: 204, answerType: nil, refusals: [403, 503, 507]),
    ]
}
