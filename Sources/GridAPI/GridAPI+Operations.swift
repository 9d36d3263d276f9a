import HTTPServer

extension GridAPI {
    /// Adds every route of the interface.
    package func register(in router: inout Router) {
        for operation in GridAPI.operations { operation.register(in: &router, for: self) }
        addHints(to: &router)
    }

    /// Every operation of the interface.
    static let operations: [Operation] = {
        let groups: [[Operation]] = [
            collectionOperations, sectionOperations, postingOperations, albumOperations, changeOperations,
            historyOperations, titleOperations, itemOperations, valueOperations, pictureOperations,
            markOperations, movementOperations, queryOperations, savedQueryOperations, viewerOperations,
            sheetOperations, eventOperations,
            sessionOperations, ticketOperations, imageOperations, originalOperations, exportOperations,
            backupOperations, healthOperations, descriptionOperations, statisticsOperations, settingsOperations,
        ]
        return groups.flatMap { $0 }
    }()

    private static let descriptionOperations = Operation.below(
        "", .operating,
        [
            Operation(
                .get, "/api/v1/openapi.json", "getDescription", "This description", answer: .json("Description"),
                getDescription)
        ])

    private func getDescription(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        .respond(
            HTTPResponse(
                .ok, contentType: "application/json", headers: [.fresh], body: .bytes(GridAPI.description),
                mayCompress: true))
    }

    /// The interface's description, made once.
    static let description = OpenAPIDocument.json(of: operations)
}
