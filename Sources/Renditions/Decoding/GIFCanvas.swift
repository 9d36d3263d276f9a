/// The canvas of a GIF file whose first frame leaves a part of it open. Browsers show that part as transparent; libvips shows it
/// as black, unless a frame of the file has a transparent colour.
enum GIFCanvas {
    /// A frame of one pixel that has a transparent colour. Only the first frame is shown.
    private static let secondFrame: [UInt8] = [
        0x21, 0xf9, 4, 1, 0, 0, 0, 0,
        0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0,
    ]
    /// Maximum blocks before the first frame.
    private static let blockLimit = 4096

    /// The file with a second frame that makes the open part transparent; `nil` of every other file.
    static func withOpenPart(_ bytes: PictureBytes) -> [UInt8]? {
        guard let header = bytes.bytes(at: 0, count: 13),
            let descriptor = firstDescriptor(bytes, after: 13 + tableBytes(header[10])),
            let frame = bytes.bytes(at: descriptor, count: 10),
            isOpen(canvas: header[6..<10], frame: frame[1..<9]),
            let all = bytes.all(),
            let end = endOfBlocks(bytes, at: descriptor + 11 + tableBytes(frame[9]))
        else { return nil }
        return all[..<end] + secondFrame + all[end...]
    }

    /// Compares the two bytes of each side, and the two of each place.
    private static func isOpen(canvas: ArraySlice<UInt8>, frame: ArraySlice<UInt8>) -> Bool {
        let number = { (bytes: ArraySlice<UInt8>, index: Int) in
            Int(bytes[bytes.startIndex + 2 * index]) | Int(bytes[bytes.startIndex + 2 * index + 1]) << 8
        }
        let (left, top, width, height) = (number(frame, 0), number(frame, 1), number(frame, 2), number(frame, 3))
        return left > 0 || top > 0 || left + width < number(canvas, 0) || top + height < number(canvas, 1)
    }

    /// A table of colours, by the flags of what it follows.
    private static func tableBytes(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 6 << Int(flags & 7) }

    private static func firstDescriptor(_ bytes: PictureBytes, after start: Int) -> Int? {
        var offset = start
        for _ in 0..<blockLimit {
            switch bytes.bytes(at: offset, count: 1)?[0] {
            case 0x2c: return offset
            case 0x21:
                guard let end = endOfBlocks(bytes, at: offset + 2) else { return nil }
                offset = end
            default: return nil
            }
        }
        return nil
    }

    /// Behind the empty block that ends blocks of up to 255 bytes.
    private static func endOfBlocks(_ bytes: PictureBytes, at start: Int) -> Int? {
        var offset = start
        while let length = bytes.bytes(at: offset, count: 1)?[0] {
            offset += 1 + Int(length)
            if length == 0 { return offset }
        }
        return nil
    }
}
