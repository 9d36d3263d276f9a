import Dispatch
import GridEngine
import HTTPServer
import Synchronization
import ZipArchive

/// An archive of originals as it is sent: files are read while the client takes them, on a thread of their own. Holds a piece and the
/// directory, never a file.
///
/// A file that has gone or changed since the plan ends the download with an error: the length was promised, and an archive that
/// looks whole must be whole.
final class ArchiveBody: BodySource {
    /// Sent at once: small files share a piece, large ones take several.
    private static let pieceBytes = 256 * 1024
    /// Entries of the directory in a piece.
    private static let entriesAtOnce = 2000

    private struct State {
        var plan: ArchivePlan
        /// The file that is being sent, or is next.
        var index = 0
        var reading: Reading?
        /// Entries of the directory that were sent, and the offset of the next one's file.
        var entries = 0
        var offset: UInt64 = 0
        var isEnded = false
    }

    /// A file in the midst of it.
    private struct Reading {
        /// `nil` for the list of missing files.
        var file: OpenFile?
        var sent: UInt64 = 0
        var checksum = Checksum()
    }

    let length: UInt64
    private let list: ItemList
    private let lane: DispatchQueue
    private let records = ZipRecords()
    private let state: Mutex<State>
    /// Given back when the download ends, however that is.
    private let place: ClientPlaces.Place

    init(_ plan: ArchivePlan, of list: ItemList, on lane: DispatchQueue, place: ClientPlaces.Place) {
        length = plan.contents.length
        self.list = list
        self.lane = lane
        self.place = place
        state = Mutex(State(plan: plan))
    }

    func makeNext(_ deliver: @escaping @Sendable (BodyPiece) -> Void) {
        lane.async { deliver(self.piece()) }
    }

    private func piece() -> BodyPiece {
        state.withLock { state in
            var piece: [UInt8] = []
            piece.reserveCapacity(Self.pieceBytes + 4096)
            while piece.count < Self.pieceBytes, state.index < state.plan.contents.count {
                guard advance(&state, &piece) else { return .failed }
            }
            if !piece.isEmpty { return .bytes(piece) }
            guard !state.isEnded else { return .end }
            let directory = state.plan.contents.directory(
                from: state.entries, limit: Self.entriesAtOnce, offset: &state.offset)
            state.entries += Self.entriesAtOnce
            state.isEnded = state.entries >= state.plan.contents.count
            return .bytes(directory)
        }
    }

    /// Adds a file's header, or some of it, or the bytes behind it. `false` if the file has changed since the plan was made.
    private func advance(_ state: inout State, _ piece: inout [UInt8]) -> Bool {
        let entry = state.plan.contents[state.index]
        guard var reading = state.reading else {
            guard let reading = begin(state.index, entry, in: state.plan) else { return false }
            state.reading = reading
            piece += records.header(of: entry)
            return true
        }
        let left = entry.sizeBytes - reading.sent
        guard left > 0 else {
            // It may have been written to while it was read.
            if let file = reading.file, file.status.map({ Self.agrees($0, entry) }) != true { return false }
            piece += records.descriptor(of: entry, checksum: reading.checksum.value)
            state.plan.addChecksum(reading.checksum.value)
            state.reading = nil
            state.index += 1
            return true
        }
        let count = Int(min(left, UInt64(max(4096, Self.pieceBytes - piece.count))))
        let bytes = reading.file.map { $0.bytes(from: reading.sent, count: count) } ?? state.plan.missing
        guard let bytes, bytes.count == (reading.file == nil ? Int(left) : count) else { return false }
        bytes.withUnsafeBytes { reading.checksum.add($0) }
        piece += bytes
        reading.sent += UInt64(bytes.count)
        state.reading = reading
        return true
    }

    private func begin(_ index: Int, _ entry: ZipRecords.File, in plan: ArchivePlan) -> Reading? {
        guard index < plan.rows.count else { return Reading() }
        guard let row = try? list.rows(from: Int(plan.rows[index]), limit: 1).first,
            let file = try? list.open(row.item.id), let status = file.status, Self.agrees(status, entry)
        else { return nil }
        return Reading(file: file)
    }

    private static func agrees(_ status: OpenFile.Status, _ entry: ZipRecords.File) -> Bool {
        status.sizeBytes == entry.sizeBytes && status.modified == entry.modified
    }
}
