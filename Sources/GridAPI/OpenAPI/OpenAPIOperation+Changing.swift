extension OpenAPIOperation {
    /// Refusals of whatever makes a version.
    private static let change = [403, 409, 412, 422, 503, 507]

    /// Whatever changes a collection.
    static let changing = [
        OpenAPIOperation(
            id: "createCollection", method: "post", path: "/api/v1/collections", summary: "Create a collection",
            body: "NewCollection", otherBody: (type: GridAPI.jsonLines, schema: "NewCollectionLines"),
            status: 201, answer: "Collection", refusals: [403, 409, 413, 422, 429, 503, 507]),
        OpenAPIOperation(
            id: "importCollection", method: "post", path: collection + "/import",
            summary: """
                Make a posted collection what the lines say, all or nothing; 201 when it is new. Items and sections are known by \
                their identifiers. Without a last line {"end":true,"items":n}, one that would delete more than a tenth of the items, and more \
                than 100, is refused
                """, query: ["deletes:accept"], body: "NewCollectionLines", bodyType: GridAPI.jsonLines,
            otherStatus: 201, answer: "Collection",
            refusals: [403, 409, 412, 413, 422, 429, 503, 507]),
        OpenAPIOperation(
            id: "patchCollection", method: "patch", path: collection,
            summary: "Change the title of a posted collection or an album", body: "TitlePatch",
            bodyType: "application/merge-patch+json", answer: "Patch", refusals: change),
        OpenAPIOperation(
            id: "patchSection", method: "patch", path: collection + "/sections/{s}",
            summary: "Change the title of a section of a posted collection or an album", body: "TitlePatch",
            bodyType: "application/merge-patch+json", answer: "Patch", refusals: change),
        OpenAPIOperation(
            id: "putPicture", method: "put", path: collection + "/items/{i}/picture",
            summary: "Upload the picture of a posted item: a file of at most 32 MiB that begins as a picture does",
            body: "PictureFile", bodyType: "application/octet-stream", answer: "Patch", refusals: change + [413, 429]),
        OpenAPIOperation(
            id: "removeCollection", method: "delete", path: collection,
            summary: "Delete a collection that was created through the interface", status: 204,
            answerType: nil, refusals: [403, 412, 503]),
        OpenAPIOperation(
            id: "createAlbum", method: "post", path: "/api/v1/albums",
            summary: "Create an album: a collection of items of other collections", body: "NewAlbum", status: 201,
            answer: "Collection", refusals: [403, 409, 422, 429, 507]),
        OpenAPIOperation(
            id: "restoreAlbum", method: "post", path: "/api/v1/albums/{c}/restore",
            summary: "Bring a deleted album back as it was: for 30 days, if it is among the 100 that were deleted last",
            answer: "Collection", refusals: [403, 404, 429, 503, 507]),
        OpenAPIOperation(
            id: "addItems", method: "post", path: collection + "/additions",
            summary: "Put items of a collection, or of a result, into an album, in one change", body: "Addition",
            answer: "Patch", refusals: change + [429]),
        OpenAPIOperation(
            id: "removeItems", method: "post", path: collection + "/removals",
            summary: "Remove items from an album or a posted collection, in one change", body: "Removal",
            answer: "Patch", refusals: change),
        OpenAPIOperation(
            id: "removeItem", method: "delete", path: collection + "/items/{i}",
            summary: "Remove an item from an album or a posted collection", answer: "Patch", refusals: change),
        OpenAPIOperation(
            id: "insertItems", method: "post", path: collection + "/sections/{s}/items",
            summary: "Insert items into a section of a posted collection: at its end, or beside one of its items",
            body: "NewItems", answer: "Patch", refusals: change + [413]),
        OpenAPIOperation(
            id: "patchItems", method: "patch", path: collection + "/items",
            summary: "Change many items, all or none, in one version: a line for each, with its id and what is changed",
            body: "ItemPatchLines", bodyType: GridAPI.jsonLines, answer: "Patch", refusals: change + [413]),
        OpenAPIOperation(
            id: "replaceSnapshot", method: "put", path: collection + "/snapshot",
            summary: """
                Replace the order; the patch is the smallest that does. One that would delete more than a tenth of the items, and more \
                than 100, is refused
                """, query: ["deletes:accept"], body: "Order",
            answer: "Patch", refusals: change + [413]),
        OpenAPIOperation(
            id: "sortItems", method: "post", path: collection + "/sort",
            summary: "Make a sort the collection's own order, in one change", body: "Sort", answer: "Patch",
            refusals: change + [413, 429]),
        OpenAPIOperation(
            id: "moveItems", method: "post", path: collection + "/moves", summary: "Move one item, or ranges of items",
            body: "Move",
            answer: "Patch",
            refusals: change),
        OpenAPIOperation(
            id: "batchUpdate", method: "post", path: collection + "/batch", summary: "A batch update, all or nothing",
            body: "Batch",
            answer: "Patch", refusals: change + [413]),
        OpenAPIOperation(
            id: "patchItem", method: "patch", path: collection + "/items/{i}",
            summary: "Change an item's attributes; of a posted one also its title, kind, size and picture",
            body: "ItemPatch", bodyType: "application/merge-patch+json", answer: "Patch", refusals: change),
        OpenAPIOperation(
            id: "markItems", method: "post", path: collection + "/marks",
            summary: "Give items stars, a flag, a rating or labels, in one change", body: "Marks", answer: "Patch",
            refusals: change + [413, 429]),
        OpenAPIOperation(
            id: "undo", method: "post", path: collection + "/undo",
            summary: """
                Undo one's own newest change, or the one that is named. A patch of more than \(GridAPI.revertedOperationLimit) \
                operations comes without them, unless return=representation is preferred
                """, query: ["change:string"], answer: "Patch", refusals: change),
        OpenAPIOperation(
            id: "redo", method: "post", path: collection + "/redo",
            summary: "Redo the change that one has undone last, or the one that is named", query: ["change:string"],
            answer: "Patch", refusals: change),
        OpenAPIOperation(
            id: "refresh", method: "post", path: collection + "/refresh",
            summary: "Read the source again; 200 with the same id when a refresh is running",
            query: ["empty:accept", "deletes:accept"],
            status: 202, otherStatus: 200, answer: "Refresh", refusals: [403, 422, 503]),
        OpenAPIOperation(
            id: "beginMovement", method: "post", path: collection + "/movements", summary: "Pick an item up",
            body: "PickUp", status: 201,
            answer: "Movement", refusals: [403, 409, 422, 429]),
        OpenAPIOperation(
            id: "updateMovement", method: "patch", path: collection + "/movements/{m}", summary: "Propose a place",
            body: "Proposal",
            answer: "Target", refusals: [409, 422]),
        OpenAPIOperation(
            id: "endMovement", method: "post", path: collection + "/movements/{m}/end", summary: "Drop the item",
            answer: "Patch",
            refusals: change),
        OpenAPIOperation(
            id: "cancelMovement", method: "delete", path: collection + "/movements/{m}", summary: "Cancel the movement",
            status: 204,
            answerType: nil),
        OpenAPIOperation(
            id: "retryImage", method: "post", path: collection + "/items/{i}/retry",
            summary: "Load a failed picture again",
            status: 202, answerType: nil),
    ]
}
