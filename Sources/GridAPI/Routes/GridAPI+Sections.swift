import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Sections without their items: for tables of contents, and to find the section of a flat index.
extension GridAPI {
    private static let sectionLimit = 10_000

    private static let offset = Parameter.integer("offset", 0...Int(Int32.max))
    private static let limit = Parameter.integer("limit", 1...sectionLimit, example: 100)

    static let sectionOperations =
        Operation.below(
            collectionPath, .reading,
            [
                Operation(
                    .get, "/sections", "listSections", "Sections without their items", query: [offset, limit],
                    answer: .json("Sections", headers: [.version, .next]), refusals: [503], listSections)
            ])
        + Operation.below(
            viewersPath, .viewing,
            [
                Operation(
                    .get, "/{v}/sections", "listSectionMarks",
                    "Positions of sections in the viewer's layout, for a scroll bar", query: [limit],
                    answer: .json("SectionMarks"), refusals: [503], listSectionMarks)
            ])

    private func listSections(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let collection = request.parameter("c")
        let offset = try request.value(GridAPI.offset) ?? 0
        let limit = try request.value(GridAPI.limit) ?? GridAPI.sectionLimit
        let found = try ask { () throws(GridError) in
            try engine.sections(of: collection, offset: offset, limit: limit)
        }
        var writer = JSONWriter(reservingCapacity: 128 + found.sections.count * 64)
        writer.object { writer in
            writer.member("collection", collection)
            writer.member("version", found.version)
            writer.member("itemCount", found.itemCount)
            writer.member("offset", offset)
            writer.member("total", found.total)
            writer.array("sections") { writer in
                for section in found.sections {
                    writer.object { writer in writer.members(of: section) }
                }
            }
        }
        var headers: [HTTPHeader] = [.fresh, .version(found.version)]
        let end = offset + found.sections.count
        if end < found.total, !found.sections.isEmpty {
            let path = "/api/v1/collections/\(PercentCoding.segment(collection))/sections"
            headers.append(HTTPHeader("Link", "<\(path)?offset=\(end)&limit=\(limit)>; rel=\"next\""))
        }
        return .respond(
            HTTPResponse(
                .ok, contentType: "application/json", headers: headers, body: .bytes(writer.take()),
                mayCompress: true))
    }

    private func listSectionMarks(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let name = try request.viewerName()
        let limit = try request.value(GridAPI.limit) ?? 1000
        let found = try ask { () throws(GridError) in try engine.marks(of: name, limit: limit) }
        var writer = JSONWriter(reservingCapacity: 64 + found.marks.count * 80)
        writer.object { writer in
            writer.member("version", found.version)
            writer.array("sections") { writer in
                for mark in found.marks {
                    writer.object { writer in
                        writer.members(of: mark.section)
                        writer.key("top")
                        writer.double(mark.top)
                    }
                }
            }
        }
        return .respond(
            HTTPResponse(
                .ok, contentType: "application/json", headers: [.fresh], body: .bytes(writer.take()),
                mayCompress: true))
    }
}

extension JSONWriter {
    fileprivate mutating func members(of section: SectionSummary) {
        member("id", section.id)
        member("title", section.title)
        member("first", section.first)
        member("itemCount", section.itemCount)
    }
}

/// Titles of items, sections and collections, and contents of items.
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
