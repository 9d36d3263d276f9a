/// The first directory of a TIFF file (TIFF 6.0), with the values of its entries, to be read and written anew. Files above 4 GiB are not supported.
struct TIFFDirectory {
    /// Numbers of the entries that are used here.
    enum Tag: Int {
        case width = 256, height, bits, compression
        case photometric = 262, fillOrder = 266
        case stripOffsets = 273, orientation, samples = 277, rowsPerStrip, stripBytes
        case planar = 284, predictor = 317, tileWidth = 322, tileHeight, tileOffsets, tileBytes
        case extraSamples = 338, sampleFormat
        case jpegOffset = 513, jpegBytes
        case lightness = 529, subsampling, reference = 532
        case exif = 34_665, profile = 34_675, place = 34_853
    }

    private struct Entry {
        var type: Int
        var count: Int
        /// In the order of bytes of the file.
        var value: [UInt8]
    }

    private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
    private static let entryLimit = 1000
    /// Maximum bytes of the values of all entries.
    private static let valueLimit = 64 << 20

    let isLittle: Bool
    private var entries: [Int: Entry] = [:]

    /// - Returns: `nil` of what is no TIFF file of this form, or is cut off within its directory.
    init?(_ file: PictureBytes) {
        guard let head = file.bytes(at: 0, count: 8) else { return nil }
        isLittle = head[0] == UInt8(ascii: "I")
        guard number(head[2..<4]) == 42 else { return nil }
        let start = number(head[4..<8])
        guard let counted = file.bytes(at: start, count: 2) else { return nil }
        let count = number(counted[...])
        guard count <= Self.entryLimit, let table = file.bytes(at: start + 2, count: 12 * count) else { return nil }
        var (room, isDamaged) = (Self.valueLimit, false)
        for at in stride(from: 0, to: table.count, by: 12) {
            let (tag, type) = (number(table[at..<(at + 2)]), number(table[(at + 2)..<(at + 4)]))
            let count = number(table[(at + 4)..<(at + 8)])
            guard Self.sizes.indices.contains(type), entries[tag] == nil else { continue }
            let size = Self.sizes[type] * count
            guard size <= file.count else {
                isDamaged = true
                continue
            }
            room -= size
            guard room >= 0 else { return nil }
            let isNear = size <= 4
            let value =
                isNear
                ? Array(table[(at + 8)..<(at + 8 + size)])
                : file.bytes(at: number(table[(at + 8)..<(at + 12)]), count: size)
            // Missing ends of texts and the like do no harm.
            guard let value else { continue }
            entries[tag] = Entry(type: type, count: count, value: value)
        }
        // Beside entries that cannot be the others may be in order; what is missing of them may have been overwritten.
        let needed = [Tag.compression, .photometric, .samples]
        if isDamaged, needed.contains(where: { entries[$0.rawValue] == nil }) { return nil }
    }

    /// Whole numbers; `nil` where there is no such entry, or it holds something else.
    func numbers(_ tag: Tag) -> [Int]? {
        guard let entry = entries[tag.rawValue], [1, 3, 4].contains(entry.type) else { return nil }
        let size = Self.sizes[entry.type]
        return (0..<entry.count).map { number(entry.value[($0 * size)..<(($0 + 1) * size)]) }
    }

    /// Fractions, and whole numbers as such.
    func fractions(_ tag: Tag) -> [Double]? {
        guard let entry = entries[tag.rawValue], entry.type == 5 else { return numbers(tag)?.map { Double($0) } }
        return stride(from: 0, to: entry.value.count, by: 8).map { at in
            Double(number(entry.value[at..<(at + 4)])) / Double(number(entry.value[(at + 4)..<(at + 8)]))
        }
    }

    func first(_ tag: Tag) -> Int? { numbers(tag)?.first }

    func bytes(_ tag: Tag) -> [UInt8]? { entries[tag.rawValue]?.value }

    /// `nil` removes the entry.
    mutating func set(_ tag: Tag, _ numbers: [Int]?) {
        entries[tag.rawValue] = numbers.map { numbers in
            Entry(type: 4, count: numbers.count, value: numbers.flatMap { word($0, 4) })
        }
    }

    /// - Parameters:
    ///   - offset: where it will lie in the file.
    ///   - isLast: whether no other follows right behind it.
    /// - Returns: the directory, and the values that are not within it behind it.
    func encoded(at offset: Int, isLast: Bool) -> [UInt8] {
        let sorted = entries.sorted { $0.key < $1.key }
        let valuesAt = offset + 2 + 12 * sorted.count + 4
        var (table, values) = (word(sorted.count, 2), [UInt8]())
        for (tag, entry) in sorted {
            table += word(tag, 2) + word(entry.type, 2) + word(entry.count, 4)
            if entry.value.count <= 4 {
                table += entry.value + [UInt8](repeating: 0, count: 4 - entry.value.count)
            } else {
                table += word(valuesAt + values.count, 4)
                values += entry.value
                if !values.count.isMultiple(of: 2) { values.append(0) }
            }
        }
        return table + word(isLast ? 0 : valuesAt + values.count, 4) + values
    }

    /// A number as the file writes it.
    func word(_ number: Int, _ count: Int) -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
        return isLittle ? bytes : bytes.reversed()
    }

    private func number(_ bytes: ArraySlice<UInt8>) -> Int {
        isLittle ? bytes.reversed().reduce(0) { $0 << 8 | Int($1) } : bytes.reduce(0) { $0 << 8 | Int($1) }
    }
}

extension TIFFDirectory {
    var isTiled: Bool { first(.tileWidth) != nil }
    /// Programs write those of tiles with the numbers of those of strips, and libtiff reads them.
    var offsets: [Int] { (isTiled ? numbers(.tileOffsets) : nil) ?? numbers(.stripOffsets) ?? [] }
    var byteCounts: [Int] { (isTiled ? numbers(.tileBytes) : nil) ?? numbers(.stripBytes) ?? [] }
    var samplesPerPixel: Int { first(.samples) ?? numbers(.bits)?.count ?? 1 }
    /// The same for all samples; `nil` where they differ.
    var bitsPerSample: Int? {
        let bits = numbers(.bits) ?? [1]
        return bits.allSatisfy { $0 == bits.first } ? bits.first : nil
    }

    /// Whether all that the directory speaks of is in the file.
    func isWhole(in file: PictureBytes) -> Bool {
        let (offsets, counts) = (offsets, byteCounts)
        return !offsets.isEmpty && zip(offsets, counts).allSatisfy { $0 + $1 <= file.count }
    }
}
