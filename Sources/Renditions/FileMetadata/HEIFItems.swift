/// The metadata of a HEIF or AVIF file (ISO/IEC 23008-12): items that its meta box names, and which are anywhere in the file.
struct HEIFItems {
    /// Exif as it is in a TIFF file, and XMP.
    private(set) var metadata: [(kinds: MetadataParts.Kinds, bytes: [UInt8])] = []

    private let content: UnsafeRawBufferPointer
    /// The item's kind by its number.
    private var kinds: [Int: MetadataParts.Kinds] = [:]
    private var dataBox = 0..<0

    /// Maximum entries of a table. A picture of many tiles has some hundred.
    private static let countLimit = 20_000
    private static let sizeLimit = 16 << 20

    init(_ content: UnsafeRawBufferPointer) {
        self.content = content
        guard
            let meta = content.boxes(in: 0..<content.count).first(where: { content.spells("meta", at: $0.kind) })?
                .content,
            meta.count > 4
        else { return }
        let inner = content.boxes(in: (meta.lowerBound + 4)..<meta.upperBound)
        func box(_ kind: StaticString) -> Range<Int>? {
            inner.first { content.spells(kind, at: $0.kind) }?.content
        }
        if let data = box("idat") { dataBox = data }
        if let table = box("iinf") { readKinds(table) }
        if !kinds.isEmpty, let table = box("iloc") { readPlaces(table) }
    }

    private mutating func readKinds(_ table: Range<Int>) {
        guard let version = content.number(at: table.lowerBound, bytes: 1) else { return }
        let start = table.lowerBound + (version == 0 ? 6 : 8)
        guard start <= table.upperBound else { return }
        for entry in content.boxes(in: start..<table.upperBound) where content.spells("infe", at: entry.kind) {
            let at = entry.content.lowerBound
            // Only these versions have a type.
            guard let version = content.number(at: at, bytes: 1), version == 2 || version == 3,
                let item = content.number(at: at + 4, bytes: version == 2 ? 2 : 4)
            else { continue }
            let type = at + (version == 2 ? 8 : 10)
            if content.spells("Exif", at: type) { kinds[item] = .exif }
            guard content.spells("mime", at: type), type + 4 < entry.content.upperBound else { continue }
            // A name ends with a zero, the type of its content follows.
            let texts = content[(type + 4)..<entry.content.upperBound].split(
                separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
            if texts.count > 1, texts[1].elementsEqual("application/rdf+xml".utf8) { kinds[item] = .xmp }
        }
    }

    private mutating func readPlaces(_ table: Range<Int>) {
        var at = table.lowerBound
        func next(_ bytes: Int) -> Int? {
            guard at + bytes <= table.upperBound else { return nil }
            defer { at += bytes }
            return content.number(at: at, bytes: min(7, bytes)).map { bytes == 8 ? longNumber(at: at) : $0 }
        }
        guard let version = next(1), version <= 2, next(3) != nil, let sizes = next(2),
            let count = next(version < 2 ? 2 : 4)
        else { return }
        let (offsetBytes, lengthBytes, baseBytes) = (sizes >> 12 & 15, sizes >> 8 & 15, sizes >> 4 & 15)
        let indexBytes = version == 0 ? 0 : sizes & 15
        guard [offsetBytes, lengthBytes, baseBytes, indexBytes].allSatisfy({ [0, 4, 8].contains($0) }) else { return }
        for _ in 0..<min(count, Self.countLimit) {
            guard let item = next(version < 2 ? 2 : 4), let method = version == 0 ? 0 : next(2), next(2) != nil,
                let base = next(baseBytes), let extents = next(2)
            else { return }
            var bytes: [UInt8] = []
            for _ in 0..<extents {
                guard next(indexBytes) != nil, let offset = next(offsetBytes), let length = next(lengthBytes) else {
                    return
                }
                guard kinds[item] != nil, let part = part(method & 15, base, offset, length) else { continue }
                if bytes.count + part.count <= Self.sizeLimit { bytes += content[part] }
            }
            if let kinds = kinds[item], !bytes.isEmpty { metadata.append((kinds, bytes)) }
        }
    }

    private func longNumber(at offset: Int) -> Int {
        content[offset..<(offset + 8)].reduce(0) { $0 << 8 | Int($1) & 0xff } & Int.max
    }

    /// A piece of an item: in the file, or in the box that is there for such data.
    private func part(_ method: Int, _ base: Int, _ offset: Int, _ length: Int) -> Range<Int>? {
        let room = method == 0 ? 0..<content.count : method == 1 ? dataBox : 0..<0
        let (sum, isOver) = base.addingReportingOverflow(offset)
        guard !isOver, sum <= room.count else { return nil }
        let start = room.lowerBound + sum
        return start..<(length == 0 ? room.upperBound : start + min(length, room.upperBound - start))
    }
}
