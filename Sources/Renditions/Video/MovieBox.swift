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
