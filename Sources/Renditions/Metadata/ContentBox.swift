/// One box of a picture's file that is made of boxes (ISO/IEC 14496-12): HEIF, AVIF, CR3.
struct ContentBox {
    /// Offset of its four letters.
    var kind: Int
    var content: Range<Int>

    /// Maximum boxes of a list. A picture of many tiles has some hundred.
    static let countLimit = 20_000
}

extension UnsafeRawBufferPointer {
    /// The boxes within a range; the last one of content that is cut off ends with it.
    func boxes(in range: Range<Int>) -> [ContentBox] {
        var boxes: [ContentBox] = []
        var offset = range.lowerBound
        while boxes.count < ContentBox.countLimit, offset + 8 <= range.upperBound,
            var size = number(at: offset, bytes: 4)
        {
            var head = 8
            if size == 1 {
                // Files of more than 2^56 bytes there are none.
                guard let long = number(at: offset + 9, bytes: 7) else { break }
                (size, head) = (long, 16)
            } else if size == 0 {
                size = range.upperBound - offset
            }
            guard size >= head else { break }
            let end = Swift.min(range.upperBound, offset + size)
            guard offset + head <= end else { break }
            boxes.append(ContentBox(kind: offset + 4, content: (offset + head)..<end))
            offset = end
        }
        return boxes
    }
}
