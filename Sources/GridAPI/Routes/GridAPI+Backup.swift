import GridEngine
import HTTPServer

/// Backups of everything that people made, while the server runs.
extension GridAPI {
    func registerBackup(in router: inout Router) {
        router.on(.get, "/api/v1/backup", getBackup)
    }

    private func getBackup(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let wanted = request.queryAll("collection")
        let collections = try ask { () throws(GridError) in
            try engine.backup(of: wanted.isEmpty ? nil : wanted)
        }
        let document = BackupDocument(collections)
        return .respond(
            HTTPResponse(
                .ok, contentType: "application/x-ndjson",
                headers: [
                    HTTPHeader("Cache-Control", "no-store"),
                    ContentDisposition.header(name: "lookahead-backup.jsonl", isAttachment: true),
                ], body: .producer { document.next() }))
    }
}
