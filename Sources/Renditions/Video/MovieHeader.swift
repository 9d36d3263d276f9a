/// The header of an MP4 or QuickTime file (ISO/IEC 14496-12): boxes in boxes, each with its size and its type.
struct MovieHeader {
    private(set) var facts = VideoFacts()
    private var description = MovieDescription()
    private var unitsPerSecond: Double = 0
    private var hasPicture = false

    /// From 1904, which is where such files count from, to 1970.
    private static let epoch = 2_082_844_800
    /// Boxes that hold those that are looked at, and nothing else of interest.
    private static let holders: Set<String> = ["moov", "trak", "mdia", "mvex"]
    /// Boxes that describe the film, in its header, and one beside it.
    private static let descriptions: Set<String> = ["udta", "meta", "uuid"]
    /// Maximum depth of boxes: a track's handler is in the fourth.
    private static let depthLimit = 6
    /// Maximum boxes behind the header in which XMP is looked for.
    private static let furtherBoxes = 16

    /// The boxes of one track, put together when all are read.
    private struct Track {
        var isVideo = false
        var width = 0
        var height = 0
    }
    private var track = Track()

    /// - Returns: `nil` for a file without a header of this form.
    init?(_ reader: inout HeaderReader) {
        guard read(0..<reader.sizeBytes, &reader, depth: 0), unitsPerSecond > 0 else { return nil }
        facts.description = description
    }

    /// Reads the boxes within a range.
    /// - Returns: whether the header was among them.
    private mutating func read(_ range: Range<Int>, _ reader: inout HeaderReader, depth: Int) -> Bool {
        var offset = range.lowerBound
        var further: Int?
        while further ?? 0 < Self.furtherBoxes, let box = MovieBox(at: offset, end: range.upperBound, &reader) {
            if box.type == "trak" { track = Track() }
            if Self.descriptions.contains(box.type), depth == (box.type == "uuid" ? 0 : 1) {
                description.read(box, &reader)
            } else if Self.holders.contains(box.type), depth < Self.depthLimit, further == nil {
                _ = read(box.content, &reader, depth: depth + 1)
            } else {
                look(at: box, &reader)
            }
            if box.type == "trak" { takeTrack() }
            if depth == 0, further != nil || box.type == "moov" { further = (further ?? -1) + 1 }
            offset = box.content.upperBound
        }
        return further != nil
    }

    private mutating func look(at box: MovieBox, _ reader: inout HeaderReader) {
        guard ["mvhd", "mehd", "tkhd", "hdlr"].contains(box.type),
            let bytes = reader.bytes(at: box.content.lowerBound, count: min(box.content.count, 104)),
            let version = bytes.first
        else { return }
        // Times take eight bytes in version 1, else four.
        let wide = version == 1 ? 8 : 4
        switch box.type {
        case "mvhd":
            guard let created = bytes.number(at: 4, bytes: wide),
                let units = bytes.number(at: 4 + 2 * wide, bytes: 4), units > 0,
                let length = bytes.number(at: 8 + 2 * wide, bytes: wide)
            else { return }
            unitsPerSecond = Double(units)
            // All ones are for a length that nobody knows.
            if length != (wide == 8 ? .max : UInt64(UInt32.max)) {
                facts.set(duration: Double(length) / unitsPerSecond)
            }
            if created > UInt64(Self.epoch), created < 1 << 40 { facts.recorded = Int(created) - Self.epoch }
        case "mehd":
            guard facts.duration == nil, unitsPerSecond > 0, let length = bytes.number(at: 4, bytes: wide) else {
                return
            }
            facts.set(duration: Double(length) / unitsPerSecond)
        case "tkhd": readTrackHeader(bytes, matrix: wide == 8 ? 52 : 40)
        default: track.isVideo = bytes.number(at: 8, bytes: 4) == 0x7669_6465
        }
    }

    /// The sides, turned as the matrix says: both are behind times, the track's number and what is reserved.
    private mutating func readTrackHeader(_ bytes: [UInt8], matrix: Int) {
        guard let turn = bytes.number(at: matrix + 4, bytes: 4), let scale = bytes.number(at: matrix, bytes: 4),
            let width = bytes.number(at: matrix + 36, bytes: 2), let height = bytes.number(at: matrix + 40, bytes: 2)
        else { return }
        // A quarter turn: nothing of the width stays across.
        let isTurned = scale == 0 && turn != 0
        (track.width, track.height) = isTurned ? (Int(height), Int(width)) : (Int(width), Int(height))
    }

    /// The first track of pictures counts; covers and thumbnails come behind it.
    private mutating func takeTrack() {
        guard track.isVideo, !hasPicture else { return }
        hasPicture = true
        facts.set(width: track.width, height: track.height)
    }
}

/// One box of an MP4 or QuickTime file.
struct MovieBox {
    /// Four letters, each a byte: `moov`, `©xyz`.
    var type: String
    /// Offsets in the file, without the head.
    var content: Range<Int>

    init?(at offset: Int, end: Int, _ reader: inout HeaderReader) {
        guard offset >= 0, offset + 8 <= end, let head = reader.bytes(at: offset, count: min(16, end - offset)),
            let short = head.number(at: 0, bytes: 4)
        else { return nil }
        type = String(String.UnicodeScalarView(head[4..<8].map { Unicode.Scalar($0) }))
        let (start, size): (Int, UInt64)
        switch short {
        case 0: (start, size) = (8, UInt64(end - offset))
        case 1:
            guard let long = head.number(at: 8, bytes: 8) else { return nil }
            (start, size) = (16, long)
        default: (start, size) = (8, short)
        }
        // The last box of a file that is cut off reaches beyond its end.
        let whole = Int(clamping: min(size, UInt64(end - offset)))
        guard whole >= start else { return nil }
        content = (offset + start)..<(offset + whole)
    }

    /// The boxes within a range; at most as many as a list may have.
    static func all(in range: Range<Int>, _ reader: inout HeaderReader) -> [MovieBox] {
        var boxes: [MovieBox] = []
        var offset = range.lowerBound
        while boxes.count < MovieDescription.countLimit,
            let box = MovieBox(at: offset, end: range.upperBound, &reader)
        {
            boxes.append(box)
            offset = box.content.upperBound
        }
        return boxes
    }
}
