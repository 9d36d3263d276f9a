import Glibc
import GridEngine
import Synchronization

/// The metadata of one collection's items on disk: a header, then records in the order in which they were read. Any thread;
/// blocks on the disk.
///
/// There is no flush: facts that a power failure loses are read again. A damaged record, and all behind it, is cut off. Where several
/// servers have one cache folder, the first writes and the others read.
final class MetadataLog: Sendable {
    private static let magic = Array("LKHDMTA1".utf8)
    private static let batch = 1024

    private let path: String
    private let limitBytes: Int
    private let header: [UInt8]
    private let state: Mutex<State>

    private struct State {
        /// −1 as long as there is no file.
        var descriptor: Int32 = -1
        /// Where the next record goes; behind the last whole one.
        var size = 0
        var mayWrite = true
        /// Whether all of it was read since it was opened, so that records may follow.
        var isRead = false
        /// The size at which it was last looked for records that are not needed.
        var checkedSize = 0
    }

    /// Opens what is there; a file is created with the first record.
    init(path: String, collection: String, limitBytes: Int = .max) {
        self.path = path
        self.limitBytes = limitBytes
        var header = Self.magic
        header.append(littleEndian: UInt32(collection.utf8.count))
        header += collection.utf8
        self.header = header
        state = Mutex(State())
        state.withLock { state in
            state.descriptor = open(path, O_RDWR | O_APPEND | O_CLOEXEC)
            guard state.descriptor >= 0 else { return }
            // The oldest logs leave when there are too many.
            futimens(state.descriptor, nil)
            lockFile(&state)
            let found = Self.read(state.descriptor, at: 0, count: header.count)
            state.size = header.count
            guard found != header else { return }
            // The file has another form, or belongs to another collection with the same name's hash.
            if state.mayWrite { cut(&state, at: 0) } else { state.size = 0 }
        }
    }

    deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

    /// The bytes on disk.
    var sizeBytes: Int { state.withLock(\.size) }

    /// Calls `body` with all records, in batches, until it returns `false`. Cuts off what is damaged.
    func read(_ body: (ArraySlice<MetadataRecord>) -> Bool) {
        state.withLock { state in
            guard state.descriptor >= 0, state.size >= header.count else {
                state.isRead = true
                return
            }
            var reader = MetadataLogReader(descriptor: state.descriptor, offset: header.count)
            var isWanted = true
            while isWanted {
                let records = reader.next(Self.batch)
                guard !records.isEmpty else { break }
                isWanted = body(records[...])
            }
            guard isWanted else { return }
            (state.size, state.isRead) = (reader.offset, true)
            if state.mayWrite, !reader.isAtEnd { cut(&state, at: reader.offset) }
        }
    }

    /// Reads what is there, unless that was done: only then is its end known.
    func readIfNeeded() {
        if !state.withLock(\.isRead) { read { _ in true } }
    }

    /// Writes records behind the others, all or none. After `read`.
    func append(_ records: [MetadataRecord]) {
        let bytes = records.flatMap(\.encoded)
        guard !bytes.isEmpty else { return }
        state.withLock { state in
            if state.descriptor < 0 { create(&state) }
            guard state.descriptor >= 0, state.mayWrite, state.size + bytes.count <= limitBytes else { return }
            if state.size == 0, !write(header, &state) { return }
            _ = write(bytes, &state)
        }
    }

    /// Writes the log again without records that are not needed, when they are more than half of it.
    /// - Parameter revision: the present revision of an item's content; `nil` when there is no such item.
    func compact(_ revision: (String) -> UInt64?) {
        state.withLock { state in
            // Looked for when the log has doubled.
            guard state.mayWrite, state.size > max(1 << 20, 2 * state.checkedSize) else { return }
            state.checkedSize = state.size
            let draft = "\(path).draft"
            unlink(draft)
            var new = State()
            new.descriptor = open(draft, O_RDWR | O_APPEND | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            guard new.descriptor >= 0 else { return }
            lockFile(&new)
            var reader = MetadataLogReader(descriptor: state.descriptor, offset: header.count)
            var isWritten = write(header, &new)
            while isWritten, new.size <= state.size / 2 {
                let records = reader.next(Self.batch)
                guard !records.isEmpty else { break }
                isWritten = write(
                    records.filter { revision($0.item) == $0.revision }.flatMap(\.encoded), &new)
            }
            guard isWritten, new.mayWrite, new.size <= state.size / 2, rename(draft, path) == 0 else {
                close(new.descriptor)
                unlink(draft)
                return
            }
            swap(&state.descriptor, &new.descriptor)
            close(new.descriptor)
            (state.size, state.checkedSize) = (new.size, new.size)
        }
    }

    // MARK: The file

    private func create(_ state: inout State) {
        state.descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
        guard state.descriptor >= 0 else { return }
        lockFile(&state)
        // Another server may have been first.
        var status = stat()
        if fstat(state.descriptor, &status) != 0 || status.st_size > 0 { state.mayWrite = false }
    }

    private func lockFile(_ state: inout State) {
        state.mayWrite = flock(state.descriptor, LOCK_EX | LOCK_NB) == 0
    }

    private func cut(_ state: inout State, at size: Int) {
        if ftruncate(state.descriptor, off_t(size)) == 0 { state.size = size } else { state.mayWrite = false }
    }

    /// - Returns: `false` when not all was written; then nothing of it is there.
    private func write(_ bytes: [UInt8], _ state: inout State) -> Bool {
        var done = 0
        while done < bytes.count {
            let put = bytes.withUnsafeBytes {
                Glibc.write(state.descriptor, $0.baseAddress! + done, bytes.count - done)
            }
            if put > 0 {
                done += put
            } else if put == 0 || errno != EINTR {
                cut(&state, at: state.size)
                return false
            }
        }
        state.size += bytes.count
        return true
    }

    private static func read(_ descriptor: Int32, at offset: Int, count: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                let got = pread(descriptor, buffer.baseAddress! + filled, count - filled, off_t(offset + filled))
                if got > 0 { filled += got } else if got == 0 || errno != EINTR { return }
            }
        }
    }
}

/// Reads the records of a log one after another, through a buffer.
struct MetadataLogReader {
    private static let step = 1 << 18

    private let descriptor: Int32
    /// Behind the last whole record.
    private(set) var offset: Int
    /// Whether nothing follows it.
    private(set) var isAtEnd = false
    private var buffer: [UInt8] = []
    /// The unread part of the buffer, which begins at `offset` in the file.
    private var start = 0

    init(descriptor: Int32, offset: Int) {
        self.descriptor = descriptor
        self.offset = offset
    }

    /// Up to `count` records; none at the end, or where what follows is damaged.
    mutating func next(_ count: Int) -> [MetadataRecord] {
        var records: [MetadataRecord] = []
        while records.count < count, let record = next() { records.append(record) }
        return records
    }

    private mutating func next() -> MetadataRecord? {
        guard fill(MetadataRecord.headBytes) else {
            isAtEnd = start == buffer.count
            return nil
        }
        let head = buffer[start..<(start + MetadataRecord.headBytes)]
        guard let count = MetadataRecord.bodyCount(head), fill(MetadataRecord.headBytes + count) else { return nil }
        let body = buffer[(start + MetadataRecord.headBytes)..<(start + MetadataRecord.headBytes + count)]
        guard let record = MetadataRecord(head: buffer[start..<body.startIndex], body: body) else { return nil }
        start = body.endIndex
        offset += MetadataRecord.headBytes + count
        return record
    }

    /// Whether as many bytes are in the buffer; reads more where they are not.
    private mutating func fill(_ count: Int) -> Bool {
        guard buffer.count - start < count else { return true }
        buffer.removeFirst(start)
        start = 0
        while buffer.count < count {
            let place = off_t(offset + buffer.count)
            let more = [UInt8](unsafeUninitializedCapacity: max(Self.step, count)) { bytes, filled in
                var got = -1
                repeat {
                    got = pread(descriptor, bytes.baseAddress!, bytes.count, place)
                } while got < 0 && errno == EINTR
                filled = max(0, got)
            }
            guard !more.isEmpty else { return false }
            buffer += more
        }
        return true
    }
}
