import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Settings that a program adds to those of the engine: further members of `/api/v1/settings`.
package protocol AdditionalSettings: Sendable {
    /// Writes its members into the object that the writer is in.
    func writeMembers(to writer: inout JSONWriter)

    /// Reads the member of a merge patch that the reader stands at.
    ///
    /// - Returns: what carries the change out, called once the whole patch is known to be valid; `nil` for a member of
    ///   another name, which is then not read.
    /// - Throws: `JSONError` for a value that is not allowed.
    func readChange(from reader: inout JSONReader) throws(JSONError) -> (() -> Void)?
}

/// What can be changed while the program runs.
extension GridAPI {
    private static let loaders = 1...32

    func registerSettings(in router: inout Router) {
        router.on(.get, "/api/v1/settings") { _ in .respond(.json(settings(), headers: [.fresh])) }
        router.on(.patch, "/api/v1/settings", accepts: GridAPI.json + ["application/merge-patch+json"]) {
            request throws(ProblemDetails) in
            let changes = try read(request.body) { (reader) throws(JSONError) in try settingsChanges(from: &reader) }
            for change in changes { change() }
            return .respond(.json(settings()))
        }
    }

    private func settings() -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("loaders", engine.statistics().loaders)
        additionalSettings?.writeMembers(to: &writer)
        writer.endObject()
        return writer.take()
    }

    /// The changes that a merge patch asks for, none carried out yet.
    private func settingsChanges(from reader: inout JSONReader) throws(JSONError) -> [() -> Void] {
        var changes: [() -> Void] = []
        try reader.beginObject()
        while try reader.nextMember() {
            if reader.key == "loaders" {
                let loaders = try reader.readInt()
                guard GridAPI.loaders.contains(loaders) else { throw reader.unexpected("must be from 1 to 32") }
                changes.append { engine.setLoaders(loaders) }
            } else if let change = try additionalSettings?.readChange(from: &reader) {
                changes.append(change)
            } else {
                throw reader.unexpected("is no setting")
            }
        }
        return changes
    }
}
