import GridEngine
import HTTPServer

/// Backups of everything that people made, while the server runs.
extension GridAPI {
    private static let named = Parameter.texts("collection", example: "trip")

    static let backupOperations = Operation.below(
        "/api/v1/backup", .operating,
        [
            Operation(
                .get, "", "getBackup",
                "Orders, sections, ratings and saved queries as lookahead import reads them, with paths",
                query: [named], answer: .of(jsonLines, "Backup"), refusals: [404, 503], getBackup)
        ])

    private func getBackup(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let wanted = request.queryAll(GridAPI.named.name)
        let collections = try ask { () throws(GridError) in
            try engine.backup(of: wanted.isEmpty ? nil : wanted)
        }
        let document = BackupDocument(collections)
        return .respond(
            HTTPResponse(
                .ok, contentType: GridAPI.jsonLines,
                headers: [
                    HTTPHeader("Cache-Control", "no-store"),
                    ContentDisposition.header(name: "lookahead-backup.jsonl", isAttachment: true),
                ], body: .producer { document.next() }))
    }
}
