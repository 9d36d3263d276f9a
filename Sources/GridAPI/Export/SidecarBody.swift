import Dispatch
import Glibc
import GridEngine
import HTTPServer
import Synchronization
import ZipArchive

/// Sidecars as they are sent: made on a thread of their own while the client takes them.
final class SidecarBody: BodySource {
    enum Form {
        /// Path and document, each ended by a zero byte; the document is empty where the one that is there cannot be read.
        case strings
        /// An archive, with a list of the files that were left out or have another name.
        case archive
    }

    private static let sidecarsAtOnce = 64
    private static let notesName = "NOTES.txt"

    private struct State {
        var index = 0
        var isEnded = false
        var names = ArchiveNames()
        var contents = ZipContents()
        var notes = ""
    }

    private let plan: SidecarPlan
    private let form: Form
    private let lane: DispatchQueue
    /// Given back when the download ends, however that is.
    private let place: ClientPlaces.Place
    private let records = ZipRecords()
    /// The date of all files of an archive, in seconds since 1970.
    private let modified = Int64(time(nil))
    private let state = Mutex(State())

    init(_ plan: SidecarPlan, as form: Form, on lane: DispatchQueue, place: ClientPlaces.Place) {
        self.plan = plan
        self.form = form
        self.lane = lane
        self.place = place
    }

    func makeNext(_ deliver: @escaping @Sendable (BodyPiece) -> Void) {
        lane.async { deliver((try? self.piece()) ?? .failed) }
    }

    private func piece() throws(LoadFailure) -> BodyPiece {
        try state.withLock { (state) throws(LoadFailure) in
            // A piece may be empty where all marks are gone: the body would end with it.
            while let sidecars = try plan.next(from: &state.index, limit: Self.sidecarsAtOnce) {
                var piece: [UInt8] = []
                for sidecar in sidecars { add(sidecar, to: &piece, &state) }
                if !piece.isEmpty { return .bytes(piece) }
            }
            guard form == .archive, !state.isEnded else { return .end }
            state.isEnded = true
            var end: [UInt8] = []
            if !state.notes.isEmpty { add(Array(state.notes.utf8), Self.notesName, to: &end, &state) }
            var offset: UInt64 = 0
            end += state.contents.directory(from: 0, limit: max(1, state.contents.count), offset: &offset)
            return .bytes(end)
        }
    }

    private func add(_ sidecar: SidecarPlan.Sidecar, to piece: inout [UInt8], _ state: inout State) {
        guard form == .archive else {
            piece += sidecar.path + [0] + (sidecar.document ?? []) + [0]
            return
        }
        let path = String(decoding: sidecar.path, as: UTF8.self)
        guard let document = sidecar.document else {
            state.notes += "Left out, since the sidecar that is there cannot be read: \(path)\n"
            return
        }
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[..<$0]) } ?? ""
        let name = state.names.name(in: folder, slash.map { String(path[path.index(after: $0)...]) } ?? path)
        if Array(name.utf8) != sidecar.path { state.notes += "Has another name here: \(path) is \(name)\n" }
        add(document, name, to: &piece, &state)
    }

    private func add(_ text: [UInt8], _ name: String, to piece: inout [UInt8], _ state: inout State) {
        let file = ZipRecords.File(name: Array(name.utf8), sizeBytes: UInt64(text.count), modified: modified)
        var checksum = Checksum()
        text.withUnsafeBytes { checksum.add($0) }
        piece += records.header(of: file) + text + records.descriptor(of: file, checksum: checksum.value)
        state.contents.append(file)
        state.contents.addChecksum(checksum.value)
    }
}
