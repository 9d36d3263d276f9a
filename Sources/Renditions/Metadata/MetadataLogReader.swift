import Glibc

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
