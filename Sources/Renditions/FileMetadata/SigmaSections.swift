/// The pictures in an X3F file of Sigma, whose last bytes say where the list of its sections is. exiv2 does not read them.
enum SigmaSections {
    private static let countLimit = 64
    private static let headBytes = 28
    private static let jpeg = 18

    static func isSigma(_ content: UnsafeRawBufferPointer) -> Bool { content.spells("FOVb", at: 0) }

    /// The JPEG files in it, the largest first.
    static func pictures(in content: UnsafeRawBufferPointer) -> [Range<Int>] {
        guard isSigma(content), let list = word(content, content.count - 4), content.spells("SECd", at: list),
            let count = word(content, list + 8), count <= countLimit
        else { return [] }
        let found = (0..<count).compactMap { picture(content, list + 12 + 12 * $0) }
        return found.sorted { $0.pixels > $1.pixels }.map { $0.bytes }
    }

    private static func picture(
        _ content: UnsafeRawBufferPointer, _ entry: Int
    ) -> (bytes: Range<Int>, pixels: Int)? {
        guard let start = word(content, entry), let size = word(content, entry + 4), content.spells("SECi", at: start),
            word(content, start + 12) == jpeg,
            let width = word(content, start + 16), let height = word(content, start + 20),
            headBytes < size, start + size <= content.count
        else { return nil }
        return ((start + headBytes)..<(start + size), width.multipliedReportingOverflow(by: height).partialValue)
    }

    private static func word(_ content: UnsafeRawBufferPointer, _ offset: Int) -> Int? {
        guard offset >= 0, offset + 4 <= content.count else { return nil }
        return Int(UInt32(littleEndian: content.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
    }
}
