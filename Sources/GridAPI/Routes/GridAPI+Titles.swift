import GridEngine
import HTTPServer
import JSONText

/// What items, sections and collections are called, and what items show.
extension GridAPI {
    static let titleOperations = Operation.below(
        collectionPath, .changing,
        [
            .change(
                .patch, "", "patchCollection", "Change the title of a posted collection or an album",
                body: .mergePatch("TitlePatch"), patchCollection),
            .change(
                .patch, "/sections/{s}", "patchSection",
                "Change the title of a section of a posted collection or an album", body: .mergePatch("TitlePatch"),
                patchSection),
            .change(
                .patch, "/items/{i}", "patchItem",
                "Change an item's attributes; of a posted one also its title, kind, size and picture",
                body: .mergePatch("ItemPatch"), patchItem),
        ])

    private func patchCollection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let title = try read(request.body) { (reader) throws(JSONError) in try reader.read(TitlePatch.self).title }
        return try change(request) { options, completion throws(GridError) in
            try engine.retitle(collection, to: title, options: options, completion: completion)
        }
    }

    private func patchSection(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, section) = (request.parameter("c"), request.parameter("s"))
        let title = try read(request.body) { (reader) throws(JSONError) in try reader.read(TitlePatch.self).title }
        return try change(request) { options, completion throws(GridError) in
            try engine.retitle(
                section: section, of: collection, to: title, options: options, completion: completion)
        }
    }

    private func patchItem(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let (collection, item) = (request.parameter("c"), request.parameter("i"))
        let body = try read(request.body) { (reader) throws(JSONError) in try ItemChange(from: &reader) }
        return try change(request) { options, completion throws(GridError) in
            try engine.patch(item, in: collection, body, options: options, completion: completion)
        }
    }
}
