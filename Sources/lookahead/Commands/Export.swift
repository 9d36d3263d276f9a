import ArgumentParser
import CollectionStore
import Glibc
import GridEngine
import HTTPServer
import JSONText
import SharedStore

/// `lookahead export`: what people made of their collections, as a backup, a list, or a folder in order.
struct Export: ParsableCommand {
    enum Form: String, CaseIterable, ExpressibleByArgument {
        case backup, paths, paths0, csv, jsonl, links, hardlinks, copies, xmp
    }

    static let configuration = CommandConfiguration(
        abstract: "Write a readable backup, a list of files in order, or a folder of numbered links to them.",
        discussion: """
            A backup has orders, sections, marks and saved queries as lines of JSON: see docs/backups.md. It is made \
            of the data folder, or by the server that uses it, or of a database (--store) whose servers may run. The \
            other forms are of one collection, and need the server: paths, paths0 (ended by zero bytes), csv and jsonl \
            are written to the file; links, hardlinks and copies fill the new folder --to, with a number in front of \
            each name; xmp fills it with a sidecar NAME.jpg.xmp for each file with stars, a flag or labels, in the \
            folders of the originals, for other programs. All of it is written, or nothing.
            """)

    @Option(
        help: "The folder that stores orders and ratings. (default: $XDG_DATA_HOME/lookahead)", completion: .directory)
    var data: String?

    @Option(help: ArgumentHelp("A PostgreSQL database to back up, in the place of a folder.", valueName: "address"))
    var store: String?

    @Option(help: ArgumentHelp("Only this collection; can be repeated for a backup.", valueName: "id"))
    var collection: [String] = []

    @Option(
        name: .customLong("as"),
        help: "What is written: backup, paths, paths0, csv, jsonl, links, hardlinks, copies or xmp.")
    var form = Form.backup

    @Flag(help: "Of each stack, the picture that it shows alone: of RAW and JPEG, the JPEG.")
    var faces = false

    @Option(help: "The folder that links, copies or sidecars are put into; it must not exist.", completion: .directory)
    var to: String?

    @Option(
        help: ArgumentHelp("Short for --as xmp --to FOLDER.", valueName: "folder"), completion: .directory)
    var xmp: String?

    @Option(
        help:
            "A file whose first line is the server's access token. LOOKAHEAD_TOKEN in the environment can hold it too.",
        completion: .file())
    var tokenFile: String?

    @Option(
        name: .customLong("tls-ca"),
        help: ArgumentHelp(
            "Who must have signed the certificate of a server with TLS. (default: its own certificate is trusted)",
            valueName: "file"), completion: .file())
    var tlsCA: String?

    @Argument(help: "The file to write or replace; - for stdout.", completion: .file())
    var file = "-"

    mutating func validate() throws {
        if let xmp {
            guard to == nil, form == .backup || form == .xmp else {
                throw ValidationError("--xmp takes the place of --as and --to.")
            }
            (form, to) = (.xmp, xmp)
        }
        if let store {
            guard form == .backup, data == nil else {
                throw ValidationError("--store writes a backup of a database: it has neither --as nor --data.")
            }
            _ = try StoreAddress(option: store)
        }
        let fillsFolder = folderForm != nil || form == .xmp
        guard fillsFolder == (to != nil) else {
            throw ValidationError(
                !fillsFolder
                    ? "--to requires --as links, hardlinks, copies or xmp." : "--as \(form.rawValue) requires --to.")
        }
        guard form != .backup || !faces else {
            throw ValidationError("A backup has all pictures: --faces is for the other forms.")
        }
        guard form == .backup || collection.count <= 1 else {
            throw ValidationError("--as \(form.rawValue) is of one --collection.")
        }
    }

    func run() throws {
        if let store { return try exportDatabase(StoreAddress(option: store)) }
        let folder = data ?? UserFolders.data
        let server = FolderLock.server(of: folder)
        guard form != .backup || server != nil else { return try exportOffline(folder) }
        do {
            guard let server else {
                throw LocalServer.Failure(
                    description:
                        "No server uses the data folder \(folder). Start it with the folder of pictures, then export again."
                )
            }
            try export(
                from: LocalServer(
                    address: server.address, token: try token(), certificateFile: server.certificateFile,
                    authoritiesFile: tlsCA))
        } catch {
            writeError("\(error)")
            throw ExitCode(1)
        }
    }

    private var folderForm: NumberedFolder.Form? { NumberedFolder.Form(rawValue: form.rawValue) }

    private func token() throws(TokenChoice.Refusal) -> String? {
        let environment = getenv(TokenChoice.variable).map { String(cString: $0) }
        return try TokenChoice.choose(argument: nil, file: tokenFile, environment: environment)?.token.text
    }

    private func exportOffline(_ folder: String) throws {
        writeError("Exported \(try withStore(in: folder, write).text).")
    }

    /// Writes a store's collections as a backup.
    func write(_ store: SQLiteStore) throws(StoreError) -> BackupCounts {
        var file = try BackupOutput(path: file)
        let counts = try store.export(collection.isEmpty ? nil : Set(collection), to: file.write)
        try file.close()
        return counts
    }

    private func export(from server: LocalServer) throws {
        if form == .backup {
            let query = collection.map { "collection=\(PercentCoding.encode($0))" }.joined(separator: "&")
            try write(server, "/api/v1/backup" + (query.isEmpty ? "" : "?\(query)"))
            return writeError("Exported a backup, made by the server.")
        }
        let (id, whole) = try chosenCollection(of: server)
        let (order, count) = faces ? try folded(id, of: server) : (id, whole)
        let path = "/api/v1/collections/\(PercentCoding.encode(order))/export?\(faces ? "stacks=faces&" : "")as="
        if form == .xmp, let to {
            try waitForFields(of: id, server)
            return try exportSidecars(of: server, path, to: to)
        }
        guard let folderForm, let to else {
            try write(server, path + form.rawValue)
            return writeError("Exported a list of \(count) \(count == 1 ? "item" : "items").")
        }
        var folder = try NumberedFolder(path: to, form: folderForm, largest: count)
        try server.getStrings(path + Form.paths0.rawValue) { try folder.add($0) }
        try folder.finish()
        writeError("Exported \(folder.count) \(folder.count == 1 ? "file" : "files") to \(to).")
    }

    /// The collection with each stack as one item.
    private func folded(_ id: String, of server: LocalServer) throws -> (id: String, count: Int) {
        let path = "/api/v1/collections/\(PercentCoding.encode(id))/queries"
        guard case .object(let result) = try server.json(path, posting: #"{"stacks":"folded"}"#),
            let folded = result["id"]?.text, case .int(let count)? = result["itemCount"]
        else { throw LocalServer.Failure(description: "The server's stacks cannot be read.") }
        return (folded, count)
    }

    private func exportSidecars(of server: LocalServer, _ path: String, to: String) throws {
        var folder = try SidecarFolder(path: to)
        var sidecar: ArraySlice<UInt8>?
        try server.getStrings(path + form.rawValue) { part in
            guard let path = sidecar else {
                sidecar = part
                return
            }
            try folder.add(path, part)
            sidecar = nil
        }
        try folder.finish()
        for name in folder.leftOut { writeError("Left out: \(name), whose name leaves no room for .xmp.") }
        for name in folder.unreadable { writeError("Left out: \(name), since the one that is there cannot be read.") }
        writeError("Exported \(folder.count) \(folder.count == 1 ? "sidecar" : "sidecars") to \(to).")
    }

    /// Sidecars have the stars and keywords that files have themselves: nobody is to lose those that were not read yet.
    private func waitForFields(of id: String, _ server: LocalServer) throws {
        var looks = 0
        while true {
            guard case .object(let fields) = try server.json("/api/v1/collections/\(PercentCoding.encode(id))/fields")
            else { return }
            var words = ""
            if case .object(let reading)? = fields["reading"], case .int(let done)? = reading["done"],
                case .int(let total)? = reading["total"]
            {
                words = " \(done) of \(total)"
            } else if fields["complete"] != .bool(false) {
                return
            }
            if looks % Self.looksBetweenWords == Self.looksBetweenWords - 1 {
                writeError("Waiting for the server to read the files:\(words)")
            }
            looks += 1
            usleep(Self.lookInterval)
        }
    }

    /// In microseconds.
    private static let lookInterval: useconds_t = 200_000
    private static let looksBetweenWords = 25

    private func write(_ server: LocalServer, _ path: String) throws {
        var output = try BackupOutput(path: file)
        let write = output.write
        try server.get(path) { part in try write(Array(part)) }
        try output.close()
    }

    /// The collection that is named, or the only one with files.
    private func chosenCollection(of server: LocalServer) throws -> (id: String, count: Int) {
        guard case .object(let document) = try server.json("/api/v1/collections"),
            case .array(let all)? = document["collections"]
        else { throw LocalServer.Failure(description: "The server's list of collections cannot be read.") }
        let found = all.compactMap { value -> (id: String, count: Int, hasPaths: Bool)? in
            guard case .object(let summary) = value, let id = summary["id"]?.text,
                case .int(let count)? = summary["itemCount"], case .object(let can)? = summary["capabilities"]
            else { return nil }
            return (id, count, can["paths"] == .bool(true))
        }
        let fitting = found.filter { collection.isEmpty ? $0.hasPaths : collection.contains($0.id) }
        guard fitting.count == 1 else {
            let known = found.map(\.id).joined(separator: ", ")
            throw LocalServer.Failure(
                description: fitting.isEmpty && !collection.isEmpty
                    ? "There is no collection \(collection[0]). There are: \(known)"
                    : "Name one collection with --collection. There are: \(known)")
        }
        return (fitting[0].id, fitting[0].count)
    }
}

extension Export {
    /// Copies the collections into a folder of its own, and exports that.
    func exportDatabase(_ address: StoreAddress) throws {
        let counts = try withTemporaryStore { (store) throws(StoreError) in
            let shared = try SharedStore(toRead: address)
            defer { shared.close() }
            try StoreCopy.copy(Set(collection), of: shared, to: store)
            return try write(store)
        }
        writeError("Exported \(counts.text).")
    }
}
