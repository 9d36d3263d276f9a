import CollectionModel
import GridEngine
import HTTPServer
import JSONText

/// Settings that a program adds to those of the engine, as members of `/api/v1/settings`.
package protocol AdditionalSettings: Sendable {
    /// Writes its members into the object that the writer is in.
    func writeMembers(to writer: inout JSONWriter)

    /// Reads the current member of a merge patch.
    ///
    /// - Returns: the change, which is run once the whole patch is known to be valid; `nil` for a member of another name,
    ///   which is then not read.
    /// - Throws: `JSONError` for a value that is not allowed.
    func readChange(from reader: inout JSONReader) throws(JSONError) -> (() -> Void)?
}

/// Settings that can be changed while the program runs.
extension GridAPI {
    private static let loaders = 1...32

    static let settingsOperations = Operation.below(
        "/api/v1/settings", .operating,
        [
            Operation(
                .get, "", "getSettings", "Settings that can be changed at run time", answer: .json("Settings"),
                getSettings),
            Operation(
                .patch, "", "updateSettings", "Change settings",
                body: .mergePatch("SettingsChange", as: Operation.Body.jsonType), answer: .json("Settings"),
                updateSettings),
        ])

    private func getSettings(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        .respond(.json(settings(for: request.access), headers: [.fresh]))
    }

    private func updateSettings(_ request: borrowing HTTPRequest) throws(ProblemDetails) -> HTTPOutcome {
        let changes = try read(request.body) { (reader) throws(JSONError) in try settingsChanges(from: &reader) }
        for change in changes { change() }
        return .respond(.json(settings(for: request.access)))
    }

    private func settings(for access: Access) -> [UInt8] {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("loaders", engine.statistics().loaders)
            additionalSettings?.writeMembers(to: &writer)
            if access == .reading { writer.member("readOnly", true) }
        }
        return writer.take()
    }

    /// The changes in a merge patch, not carried out yet.
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
                throw reader.unexpected("is not a setting")
            }
        }
        return changes
    }
}
