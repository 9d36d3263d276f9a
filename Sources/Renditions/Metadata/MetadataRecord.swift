import CollectionQuery
import GridEngine

/// The metadata of one revision of an item's content, or its measures, as a line of a `MetadataLog`.
///
/// On disk: the count of the bytes that follow the checksum, their checksum (four bytes each), then the count of the item's
/// bytes (two), the item, the revision (eight) and the metadata, empty for none; or measures, each behind a byte which is no field of
/// metadata: 255 and the sharpness (two), 254 and the likeness (eight). Least significant bytes first.
struct MetadataRecord: Equatable {
    var item: String
    var revision: UInt64
    var metadata: PictureMetadata?
    /// Where there are any, the record says nothing of metadata.
    var measures: PictureMeasures?

    private static let sharpnessMark: UInt8 = 255
    private static let likenessMark: UInt8 = 254
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
        measures = measured.measures
    }

    /// Empty for an item whose name is too long.
    var encoded: [UInt8] {
        let name = Array(item.utf8)
        guard let count = UInt16(exactly: name.count) else { return [] }
        var body: [UInt8] = [UInt8(truncatingIfNeeded: count), UInt8(count >> 8)] + name
        body.append(revision, bytes: 8)
        if let measures {
            if let sharpness = measures.sharpness {
                body.append(Self.sharpnessMark)
                body.append(UInt64(sharpness), bytes: 2)
            }
            if let likeness = measures.likeness {
                body.append(Self.likenessMark)
                body.append(likeness.bits, bytes: 8)
            }
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
        revision = Self.number(rest.prefix(8))
        guard rest.count > 8 else {
            metadata = nil
            return
        }
        let said = Array(rest.dropFirst(8))
        if said[0] == Self.sharpnessMark || said[0] == Self.likenessMark {
            guard let measures = Self.measures(said[...]) else { return nil }
            self.measures = measures
            return
        }
        guard let decoded = PictureMetadata(decoding: said[...]) else { return nil }
        metadata = decoded
    }

    private static func measures(_ said: ArraySlice<UInt8>) -> PictureMeasures? {
        var (measures, rest) = (PictureMeasures(), said)
        while let mark = rest.popFirst() {
            switch mark {
            case sharpnessMark where rest.count >= 2:
                measures.sharpness = Int(number(rest.prefix(2)))
                rest = rest.dropFirst(2)
                guard Rendition.sharpnessRange.contains(measures.sharpness!) else { return nil }
            case likenessMark where rest.count >= 8:
                measures.likeness = Likeness(bits: number(rest.prefix(8)))
                rest = rest.dropFirst(8)
            default: return nil
            }
        }
        return measures
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let sum = Checksum.fnv(bytes)
        return UInt32(truncatingIfNeeded: sum ^ sum >> 32)
    }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: UInt64, bytes: Int) {
        for place in 0..<bytes { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
    }
}
