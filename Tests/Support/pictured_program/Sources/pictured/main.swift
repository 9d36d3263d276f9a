import Glibc
import LookaheadKit

// Its server starts it again to decode. Each run that is more than that leaves a line.
if CommandLine.arguments.last != "forgetful" { CollectionServer.decodeIfAsked() }
if let runs = fopen("runs", "a") {
    fputs("\(CommandLine.arguments.dropFirst().first ?? "")\n", runs)
    fclose(runs)
}

/// Items with a picture of each form, and some without one.
struct Pictured: CollectionPictureSource {
    let id = "pictured"
    /// A file of a picture, and where the web has one.
    let file: String
    let address: String

    func snapshot(into snapshot: inout CollectionSnapshot) async throws {
        for name in ["file", "bytes", "pixels", "address", "none", "gone", "wrong", "huge", "throwing"] {
            snapshot.append(name)
        }
    }

    func items(for ids: [String]) async throws -> [CollectionItem] {
        ids.map { CollectionItem(id: $0, title: "Picture of \($0)") }
    }

    func picture(for id: String) async throws -> CollectionPicture? {
        switch id {
        case "file": .file(file)
        case "bytes": .bytes(try read(file))
        case "pixels": .pixels(width: 120, height: 60, rgb: [UInt8](repeating: 0x80, count: 120 * 60 * 3))
        case "address": .address(address)
        case "gone": .file(file + ".gone")
        case "wrong": .pixels(width: 2, height: 2, rgb: [1, 2, 3])
        case "huge": .pixels(width: .max, height: .max, rgb: [1, 2, 3])
        case "throwing": throw CollectionError("away", "The pictures are away.")
        default: nil
        }
    }

    private func read(_ path: String) throws -> [UInt8] {
        guard let file = fopen(path, "r") else { throw CollectionError("no-file", "There is no file.") }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: 1 << 20)
        return Array(bytes[..<fread(&bytes, 1, bytes.count, file)])
    }
}

// pictured FILE ADDRESS private|public|forgetful [BUCKET KEYS]
let words = CommandLine.arguments
var configuration = Configuration()
configuration.port = 0
configuration.allowPrivate = words[3] == "private"
if words.count > 5 { (configuration.renditionStore, configuration.renditionKeyFile) = (words[4], words[5]) }
let server = try CollectionServer(configuration)
try server.add(Pictured(file: words[1], address: words[2]))
try await server.run { address in print("Serving at \(address)") }
