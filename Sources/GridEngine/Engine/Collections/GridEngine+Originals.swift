import CollectionModel

/// The originals of items: the files that people put there, which no rendition stands for.
extension GridEngine {
    /// Opens the file of an item, by the rules of its source. May block.
    /// - Returns: the open file with the name that it has for people, or why it cannot be opened.
    /// - Throws: `.unsupported` where originals are not served; `.notFound`, `.opening`.
    package func original(
        of item: String, in id: String
    ) throws(GridError) -> Result<(file: OpenFile, name: String), LoadFailure> {
        try requireOriginals(of: id)
        let source = try served(id).collection.source
        let found = try self.item(item, of: id).item
        guard case .file? = source.place(of: item) else { return .failure(.missing) }
        do throws(LoadFailure) {
            guard case .file(let file, _) = try source.original(of: item, cancellation: closing) else {
                return .failure(.missing)
            }
            return .success((file, found.title))
        } catch {
            return .failure(error)
        }
    }
}

extension GridEngine {
    /// - Throws: `.unsupported` where originals are not served; `.notFound`.
    package func requireOriginals(of id: String) throws(GridError) {
        let source = try served(id).collection.source
        guard source.capabilities.originals else { throw .unsupported(.originalsNotServed(source.title)) }
    }
}

extension Reason {
    static func originalsNotServed(_ title: String) -> Reason {
        Reason(
            "originals-not-served", "The files of \(title) cannot be downloaded.", values: ["title": title])
    }
}
