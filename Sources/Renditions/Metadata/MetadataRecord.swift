import GridEngine

/// The metadata of one revision of an item's content, or its sharpness, as a line of a `MetadataLog`.
///
/// On disk: the count of the bytes that follow the checksum, their checksum (four bytes each), then the count of the item's
/// bytes (two), the item, the revision (eight) and the metadata, empty for none; or a byte 255, which is no field of metadata, and the
/// sharpness (two). Least significant bytes first.
struct MetadataRecord: Equatable {
    var item: String
    var revision: UInt64
    var metadata: PictureMetadata?
    /// Where it is known, the record says nothing of metadata.
    var sharpness: Int?

    private static let sharpnessMark: UInt8 = 255
    static let headBytes = 8
    private static let fixedBytes = 10
    /// No record is larger.
    static let limit = fixedBytes + Int(UInt16.max) + PictureMetadata.encodedLimit

    init(item: String, revision: UInt64, metadata: PictureMetadata?) {
        self.item = item
        self.revision = revision
        self.metadata = metadata
    }

    init(_ measured: MeasuredPicture) {
        self.init(item: measured.request.item, revision: measured.request.revision, metadata: nil)
        sharpness = measured.sharpness
    }

    /// Empty for an item whose name is too long.
    var encoded: [UInt8] {
        let name = Array(item.utf8)
        guard let count = UInt16(exactly: name.count) else { return [] }
        var body: [UInt8] = [UInt8(truncatingIfNeeded: count), UInt8(count >> 8)] + name
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            body.append(UInt8(truncatingIfNeeded: revision >> shift))
        }
        if let sharpness {
            body.append(Self.sharpnessMark)
            for shift in [0, 8] { body.append(UInt8(truncatingIfNeeded: sharpness >> shift)) }
        } else {
            body += metadata?.encoded ?? []
        }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(body.count))
        bytes.append(littleEndian: Self.checksum(body[...]))
        return bytes + body
    }

    /// The count of the bytes behind a head; `nil` when no record has such a head.
    static func bodyCount(_ head: ArraySlice<UInt8>) -> Int? {
        let count = Int(Array(head).word(at: 0))
        return (fixedBytes...limit).contains(count) ? count : nil
    }

    /// `nil` for damaged bytes.
    init?(head: ArraySlice<UInt8>, body: ArraySlice<UInt8>) {
        guard Array(head).word(at: 4) == Self.checksum(body), body.count >= Self.fixedBytes else { return nil }
        let count = Int(body[body.startIndex]) | Int(body[body.startIndex + 1]) << 8
        guard Self.fixedBytes + count <= body.count else { return nil }
        let rest = body.dropFirst(2 + count)
        item = String(decoding: body.dropFirst(2).prefix(count), as: UTF8.self)
        revision = rest.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) }
        guard rest.count > 8 else {
            metadata = nil
            return
        }
        let said = Array(rest.dropFirst(8))
        if said.count == 3, said[0] == Self.sharpnessMark {
            let sharpness = Int(said[1]) | Int(said[2]) << 8
            guard Rendition.sharpnessRange.contains(sharpness) else { return nil }
            self.sharpness = sharpness
            return
        }
        guard let decoded = PictureMetadata(decoding: said[...]) else { return nil }
        metadata = decoded
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let sum = Checksum.fnv(bytes)
        return UInt32(truncatingIfNeeded: sum ^ sum >> 32)
    }
}
