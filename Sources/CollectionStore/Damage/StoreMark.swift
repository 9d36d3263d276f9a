import GridEngine
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The record that a database is here, and how far its log was acknowledged: beside both, where damage to them leaves it alone.
struct StoreMark: Equatable {
    /// The identifier of the data folder; the page sums have the same.
    var identity: UInt64
    /// Rises by one with each change that was acknowledged.
    var changes: UInt64
    /// The page sums that were the newest.
    var sums: UInt64
    /// The newest acknowledged change in the log; `nil` before the first.
    var position: LogPosition?
    /// Before the first page sums: the database is being made, or taken over from a version without a mark.
    var isFounding = false
    /// Whether a database was there when the founding began.
    var hadDatabase = false
    /// Whether `recover` is about to put another database into the folder: until it has, none is served.
    var isBeingReplaced = false
}

/// The mark's file: two copies, written in turn, so that a write that is torn leaves the other one.
///
/// A change writes its mark without a flush, which costs 2 µs and survives the end of the process; the flush for a power cut
/// follows within half a second. Its lock guards all state.
final class MarkFile: Sendable {
    private static let magic: UInt64 = 0x31_6B72_616D_646B_6C  // "lkdmark1"
    private static let slotBytes = 512

    private struct State {
        var mark: StoreMark
        var isFlushed = false
    }

    private let path: String
    private let descriptor: Int32
    private let state: Mutex<State>

    /// The mark in a folder; `nil` when the file is missing.
    /// - Throws: `.damaged` when neither copy is whole.
    static func read(_ path: String) throws(StoreError) -> StoreMark? {
        guard StoreFiles.exists(path) else { return nil }
        let words = try StoreFiles.words(of: path) ?? []
        var newest: StoreMark?
        for start in [0, slotBytes / 8] where words.count >= start + 9 {
            let slot = words[start..<(start + 9)]
            guard slot[start] == magic, slot[start + 8] == PageSums.sum(slot[start..<(start + 8)]) else { continue }
            let mark = StoreMark(
                identity: slot[start + 1], changes: slot[start + 2], sums: slot[start + 3],
                position: slot[start + 5] == 0
                    ? nil
                    : LogPosition(
                        salts: slot[start + 4], frames: Int(truncatingIfNeeded: slot[start + 5]),
                        checksum: slot[start + 6]), isFounding: slot[start + 7] & 1 != 0,
                hadDatabase: slot[start + 7] & 2 != 0, isBeingReplaced: slot[start + 7] & 4 != 0)
            if mark.changes >= newest?.changes ?? 0 { newest = mark }
        }
        guard let newest else { throw .damaged("\(path) is damaged") }
        return newest
    }

    /// Writes `mark` into a new file, both copies. Durable on return.
    /// - Throws: `.diskFull`, `.failed`
    init(_ path: String, _ mark: StoreMark) throws(StoreError) {
        self.path = path
        var words = Self.words(mark)
        words += [UInt64](repeating: 0, count: Self.slotBytes / 8 - words.count)
        try StoreFiles.replace(path, with: words + words)
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFiles.failure("write", path) }
        state = Mutex(State(mark: mark, isFlushed: true))
    }

    /// Goes on with a file that is there, without writing it: a full disk has no room for another one.
    /// - Parameters:
    ///   - path: of the file.
    ///   - mark: what it was read as.
    /// - Throws: `.failed`
    init(_ path: String, goingOnWith mark: StoreMark) throws(StoreError) {
        self.path = path
        descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else { throw StoreFiles.failure("write", path) }
        state = Mutex(State(mark: mark, isFlushed: true))
    }

    deinit { close(descriptor) }

    var mark: StoreMark { state.withLock { $0.mark } }

    /// Changes the mark. The change is durable after `flush`.
    /// - Returns: whether it was flushed before, so that a flush is due.
    func update(_ body: (inout StoreMark) -> Void) throws(StoreError) -> Bool {
        try state.withLock { (state) throws(StoreError) in
            body(&state.mark)
            state.mark.changes += 1
            let offset = state.mark.changes % 2 == 0 ? 0 : Self.slotBytes
            try StoreFiles.write(Self.words(state.mark), to: descriptor, at: offset, path)
            defer { state.isFlushed = false }
            return state.isFlushed
        }
    }

    /// Makes the newest mark durable. Returns whether it was not.
    func flush() throws(StoreError) -> Bool {
        let isDue = state.withLock { state in
            defer { state.isFlushed = true }
            return !state.isFlushed
        }
        guard isDue else { return false }
        guard fdatasync(descriptor) == 0 else {
            let failure = StoreFiles.failure("flush", path)
            state.withLock { $0.isFlushed = false }
            throw failure
        }
        return true
    }

    private static func words(_ mark: StoreMark) -> [UInt64] {
        var words: [UInt64] = [
            magic, mark.identity, mark.changes, mark.sums, mark.position?.salts ?? 0,
            UInt64(mark.position?.frames ?? 0), mark.position?.checksum ?? 0,
            (mark.isFounding ? 1 : 0) | (mark.hadDatabase ? 2 : 0) | (mark.isBeingReplaced ? 4 : 0),
        ]
        words.append(PageSums.sum(words[...]))
        return words
    }
}
