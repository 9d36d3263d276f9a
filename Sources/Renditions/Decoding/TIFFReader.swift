/// Numbers of a TIFF structure, of either byte order.
struct TIFFReader {
    struct Directory {
        /// Single numbers that are stored in the entry itself, by tag.
        var values: [Int: Int] = [:]
        /// Texts, with the zero at their end, by tag.
        var texts: [Int: ArraySlice<UInt8>] = [:]
        /// Offset of the next directory; 0 for none.
        var next = 0
    }

    private let content: ArraySlice<UInt8>
    private let isLittle: Bool

    init?(_ content: ArraySlice<UInt8>) {
        self.content = content
        if content.starts(with: Array("II*\0".utf8)) {
            isLittle = true
        } else if content.starts(with: Array("MM\0*".utf8)) {
            isLittle = false
        } else {
            return nil
        }
    }

    var firstDirectory: Int { number(at: 4, bytes: 4) ?? 0 }

    func bytes(_ start: Int, _ count: Int) -> ArraySlice<UInt8>? {
        guard start >= 0, count > 0, count <= content.count, start <= content.count - count else { return nil }
        return content[(content.startIndex + start)..<(content.startIndex + start + count)]
    }

    func directory(at offset: Int) -> Directory? {
        guard offset >= 8, let count = number(at: offset, bytes: 2), count <= 1000 else { return nil }
        var directory = Directory()
        for entry in 0..<count {
            let at = offset + 2 + entry * 12
            guard let tag = number(at: at, bytes: 2), let type = number(at: at + 2, bytes: 2) else { return nil }
            guard let count = number(at: at + 4, bytes: 4) else { return nil }
            switch type {
            // Text of more than four bytes is stored elsewhere.
            case 2 where count > 4: directory.texts[tag] = number(at: at + 8, bytes: 4).flatMap { bytes($0, count) }
            case 3 where count == 1: directory.values[tag] = number(at: at + 8, bytes: 2)
            case 4 where count == 1: directory.values[tag] = number(at: at + 8, bytes: 4)
            default: continue
            }
        }
        directory.next = number(at: offset + 2 + count * 12, bytes: 4) ?? 0
        return directory
    }

    private func number(at offset: Int, bytes count: Int) -> Int? {
        guard let bytes = bytes(offset, count) else { return nil }
        let ordered = isLittle ? Array(bytes.reversed()) : Array(bytes)
        return ordered.reduce(0) { $0 << 8 | Int($1) }
    }
}
