import Glibc
import GridEngine
import LookaheadTesting

/// A source whose items are the files of a folder by name, each with its sidecar `NAME.xmp`.
struct FolderOfFiles: ItemSource, FileSource {
    let id: String
    let title = "Files"
    let capabilities = Capabilities()
    var abilities: SourceAbilities { SourceAbilities(files: self) }
    let folder: TemporaryFolder
    var revisions: [String: UInt64] = [:]

    init(_ folder: TemporaryFolder, id: String = "files") {
        self.folder = folder
        self.id = id
    }

    func list(cancellation: Cancellation, progress: @Sendable (Int) -> Void) throws(SourceError) -> SourceListing {
        SourceListing(sections: [])
    }

    func item(_ id: String) -> SourceItem? {
        file(of: id).map { _ in SourceItem(id: id, title: id, revision: revisions[id] ?? 1) }
    }

    func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        try folder.original(id)
    }

    func file(of id: String) -> OpenFile? { opened(id) }
    func sidecar(of id: String) -> OpenFile? { opened("\(id).xmp") }

    func hasSidecar(_ id: String) -> Bool { sidecar(of: id) != nil }

    private func opened(_ name: String) -> OpenFile? {
        guard case .file(let file, _)? = try? folder.original(name) else { return nil }
        return file
    }
}
