import Dispatch
import GridEngine
import HTTPServer

/// Orders to take away: of a collection, of a result, or of a selection in one of them.
extension GridAPI {
    /// Maximum number of ranges of a selection, which are in the address.
    static let exportRangeLimit = 500
    /// How long a list waits until every item was looked at, and between two looks.
    static let fieldsTimeLimit = Duration.seconds(60)
    private static let fieldsInterval = DispatchTimeInterval.milliseconds(50)

    private static let forms =
        ListForm.allCases.map(\.rawValue) + [CollectionLines.name, zip, sidecars, sidecarArchive]
    private static let form = Parameter.choice("as", forms, example: "jsonl")
    private static let numbered = Parameter.integer("numbered", 0...1, "1: the place in front of each name")
    private static let stacks = Parameter.choice(
        "stacks", ["members", "faces"], example: "faces", isChecked: true)
    private static let flag = Parameter.choice("flag", ["pick", "reject"], example: "reject", isChecked: true)
    private static let rangesVersion = Parameter.integer("version", 0...Int.max, example: 1)
    private static let ranges = Parameter<[Range<Int>]>(
        "ranges", pattern: #"^[0-9]{1,9}-[0-9]{1,9}(,[0-9]{1,9}-[0-9]{1,9})*$"#, example: "0-99",
        "first-last, separated by commas: flat indices in the version"
    ) { (text) throws(Parameter<[Range<Int>]>.Fault) in
        var ranges: [Range<Int>] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
            guard ends.count == 2, let first = ends[0], let last = ends[1], first <= last, last < Int.max else {
                throw Parameter<[Range<Int>]>.Fault("must be first-last, separated by commas")
            }
            ranges.append(first..<last + 1)
        }
        return ranges
    }

    static let exportOperations = Operation.below(
        collectionPath, .reading,
        [
            Operation(
                .get, "/export", "getExport",
                """
                The order to take away, or ranges of it: as csv, jsonl, paths, paths0 for xargs -0, script: \
                commands that move the files, a zip of the files, xmp and xmp-zip: \
                marks as sidecars that keep what the ones beside the files say, or the collection whole, in the lines that an import takes
                """, query: [form.required, ranges, rangesVersion, numbered, stacks, flag, sidecarNames],
                answer: .of("*/*", "File"),
                refusals: [403, 409, 429, 503], getExport)
        ])

    private func getExport(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let id = request.parameter("c")
        let (ranges, version) = try selection(of: request)
        let isNumbered = try request.value(GridAPI.numbered) == 1
        let wanted = try request.value(GridAPI.form) ?? ""
        if wanted == CollectionLines.name {
            return try collectionLines(of: id, isWhole: ranges == nil && version == nil)
        }
        let form = ListForm(rawValue: wanted)
        let isOfSidecars = wanted == GridAPI.sidecars || wanted == GridAPI.sidecarArchive
        guard form != nil || wanted == GridAPI.zip || isOfSidecars else {
            let known = GridAPI.forms.joined(separator: ", ")
            throw ProblemDetails(.unprocessableContent, "as is required: one of \(known)")
        }
        // Of a result that folds stacks, both files of a pair.
        let meaning: StackMeaning = try request.value(GridAPI.stacks) == "faces" ? .open : .members
        let list = try ask { () throws(GridError) in
            try engine.itemList(of: id, ranges: ranges, at: version, meaning: meaning)
        }
        if isOfSidecars {
            let naming = try request.value(GridAPI.sidecarNames).flatMap(SidecarNaming.init) ?? .full
            return try sidecars(
                of: list, named: naming, isArchive: wanted == GridAPI.sidecarArchive, for: request.client)
        }
        let flag = try request.value(GridAPI.flag)
        guard form != nil || flag == nil else {
            throw ProblemDetails(.unprocessableContent, "flag is for lists")
        }
        guard let form else { return try archive(list, of: id, isNumbered: isNumbered, for: request.client) }
        let response = response(to: list, as: form, flag: flag)
        guard !form.fields.isEmpty else { return .respond(response) }
        return .later { responder in
            let cancellation = Cancellation()
            responder.onDisconnect { cancellation.cancel() }
            whenFieldsAreKnown(of: id, until: .now + GridAPI.fieldsTimeLimit, responder, cancellation) {
                responder.respond(response)
            }
        }
    }

    /// The form that an import reads.
    private func collectionLines(of id: String, isWhole: Bool) throws(ProblemDetails) -> HTTPOutcome {
        guard isWhole else {
            throw ProblemDetails(.unprocessableContent, "as=\(CollectionLines.name) has neither ranges nor a version")
        }
        let contents = try ask { () throws(GridError) in try engine.contents(of: id) }
        let document = CollectionLines(contents)
        return .respond(
            HTTPResponse(
                .ok, contentType: GridAPI.jsonLines,
                headers: [
                    .version(contents.version), .fresh,
                    ContentDisposition.header(name: "\(contents.title).jsonl", isAttachment: true),
                ], body: body(blocks: contents.readsContents) { try document.next() },
                mayCompress: !contents.readsContents))
    }

    /// Made on the connection's thread where nothing has to be waited for.
    private func body(
        blocks: Bool, _ next: @escaping @Sendable () throws -> [UInt8]?
    ) -> HTTPResponse.Body {
        guard blocks else { return .producer { try? next() } }
        return .source(ListBody(on: originals.next, next: next), length: nil)
    }

    private func response(to list: ItemList, as form: ListForm, flag: String?) -> HTTPResponse {
        let document = ListDocument(list, as: form, flag: flag)
        return HTTPResponse(
            .ok, contentType: form.contentType,
            headers: [
                .version(list.version), .fresh,
                ContentDisposition.header(name: "\(list.title).\(form.fileEnding)", isAttachment: true),
            ],
            body: body(blocks: list.readsContents) { try document.next() }, mayCompress: !list.readsContents)
    }

    /// Looking at every item takes seconds where there are millions, once: nobody is to get a list without its values.
    func whenFieldsAreKnown(
        of id: String, whenRead: Bool = false, until end: ContinuousClock.Instant, _ responder: Responder,
        _ cancellation: Cancellation, _ body: @escaping @Sendable () -> Void
    ) {
        do throws(GridError) {
            try engine.requireFields(of: id, whenRead: whenRead)
            body()
        } catch {
            guard case .notReady = error, ContinuousClock.now < end, !cancellation.isCancelled else {
                responder.respond(ProblemDetails(error).response)
                return
            }
            originals.next.asyncAfter(deadline: .now() + GridAPI.fieldsInterval) {
                whenFieldsAreKnown(of: id, whenRead: whenRead, until: end, responder, cancellation, body)
            }
        }
    }

    /// `ranges=0-99,200-200&version=12`: first and last, as a selection has them.
    private func selection(
        of request: borrowing HTTPRequest
    ) throws(ProblemDetails) -> (ranges: [Range<Int>]?, version: Int?) {
        let version = try request.value(GridAPI.rangesVersion)
        guard let ranges = try request.value(GridAPI.ranges) else { return (nil, version) }
        guard ranges.count <= GridAPI.exportRangeLimit else {
            throw ProblemDetails(
                .unprocessableContent, "there may be at most \(GridAPI.exportRangeLimit) ranges")
        }
        guard version != nil else {
            throw ProblemDetails(.unprocessableContent, "version is required: the one that the ranges belong to")
        }
        return (ranges, version)
    }
}
