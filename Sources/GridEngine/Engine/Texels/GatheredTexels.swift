import CollectionModel

/// The texels of some items, in the order given, wherever they are kept.
struct GatheredTexels {
    private let items: [UInt32]
    private let holders: [TexelHolder]
    private var words: [TexelWord]
    private var hash: SheetHash
    private var marks: [UInt8] = []
    private var matches: [UInt8] = []

    var tag: UInt64 { hash.value }

    init(_ items: [UInt32], of collection: LiveCollection, _ request: SheetRequest, _ loads: LoadRunner) {
        self.items = items
        holders = request.hasPicture ? loads.texelHolders(of: items, in: collection) : []
        var hash = SheetHash(collection.texels.salt)
        for number in [
            request.index, request.hasPicture ? request.size?.rawValue ?? 1 : 0, request.columns,
            request.hasMarks ? 1 : 0, request.matches == nil ? 0 : 1,
        ] {
            hash.add(UInt64(number))
        }
        (words, self.hash) = ([], hash)
        if request.hasPicture { addWords(hasPixels: request.size != nil) }
    }

    /// - Parameter hasPixels: whether more than mean colours are shown: pixels of a small picture may change while its colour hardly does.
    private mutating func addWords(hasPixels: Bool) {
        var words = [TexelWord](repeating: .unknown, count: items.count)
        var changes = [UInt64](repeating: 0, count: hasPixels ? items.count : 0)
        for holder in holders {
            let texels = holder.collection.texels
            texels.forEachWord(of: holder.items, in: holder.collection) { index, word, change in
                let place = holder.place(of: index)
                words[place] = word
                if hasPixels { changes[place] = texels.salt &+ UInt64(change) }
            }
        }
        for (place, item) in items.enumerated() {
            hash.add(UInt64(item) << 32 | UInt64(words[place].rawValue))
            if hasPixels { hash.add(changes[place]) }
        }
        self.words = words
    }

    mutating func addMarks(_ table: MarkTable) {
        // Of most collections, nothing is marked.
        marks = table.isEmpty ? Array(repeating: 0, count: items.count) : items.map { table[ItemOrdinal($0)].byte }
        for mark in marks { hash.add(UInt64(mark)) }
    }

    /// Notes which of the items a result has.
    mutating func addMatches(_ result: Snapshot) {
        matches = [UInt8](repeating: 0, count: (items.count + 7) / 8)
        for (place, item) in items.enumerated() where result.contains(ItemOrdinal(item)) {
            matches[place / 8] |= 1 << UInt8(place % 8)
        }
        for bits in matches { hash.add(UInt64(bits)) }
    }

    /// - Returns: `nil` where no picture can be written, or nobody wants it any more.
    func sheet(
        _ request: SheetRequest, of collection: LiveCollection, _ store: (any TexelStore)?, _ cancellation: Cancellation
    ) -> Sheet? {
        var sheet = Sheet(
            version: request.version, index: request.index, count: items.count, size: request.size,
            columns: request.columns, known: words.reduce(0) { $0 + ($1.isUnknown ? 0 : 1) }, picture: [],
            marks: marks, matches: matches, tag: tag)
        (sheet.kept, sheet.hasPicture) = (collection.texels.keptSizes, request.hasPicture)
        guard request.hasPicture else { return sheet }
        guard let size = request.size else {
            sheet.picture = colours
            return sheet
        }
        let picture = picture(size, request.columns, of: collection, cancellation)
        guard !cancellation.isCancelled,
            let made = store?.sheet(ofPixels: picture.rgb, width: picture.width, height: picture.height)
        else { return nil }
        (sheet.picture, sheet.contentType, sheet.states) = (made.bytes, made.contentType, picture.states)
        sheet.known = picture.states.reduce(0) { $0 + ($1 == SlotState.unknown.rawValue ? 0 : 1) }
        return sheet
    }

    /// Red, green, blue and the state of each.
    private var colours: [UInt8] {
        [UInt8](unsafeUninitializedCapacity: words.count * 4) { bytes, count in
            count = words.count * 4
            for (place, word) in words.enumerated() {
                let colour = word.colour
                bytes[place * 4] = UInt8(truncatingIfNeeded: colour >> 16)
                bytes[place * 4 + 1] = UInt8(truncatingIfNeeded: colour >> 8)
                bytes[place * 4 + 2] = UInt8(truncatingIfNeeded: colour)
                bytes[place * 4 + 3] = SlotState(word, isDrawn: false).alpha
            }
        }
    }

    /// The mean colour of each part, which ends where `ends` says, of those that have one.
    func means(_ ends: [Int]) -> (picture: [UInt8], known: Int) {
        var (picture, known, start): ([UInt8], Int, Int) = ([], 0, 0)
        picture.reserveCapacity(ends.count * 4)
        for end in ends {
            let colours = words[start..<end].filter(\.hasColour).map(\.colour)
            let count = UInt32(max(1, colours.count))
            for shift in [UInt32(16), 8, 0] {
                picture.append(UInt8(colours.reduce(count / 2) { $0 + ($1 >> shift & 0xff) } / count))
            }
            picture.append(colours.isEmpty ? 0 : 255)
            if !colours.isEmpty { known += 1 }
            start = end
        }
        return (picture, known)
    }

    // MARK: Pixels

    private func picture(
        _ size: TexelSize, _ columns: Int, of collection: LiveCollection, _ cancellation: Cancellation
    ) -> (rgb: [UInt8], width: Int, height: Int, states: [UInt8]) {
        let grid = TexelGrid(size: size, columns: min(columns, max(1, items.count)), count: items.count)
        var rgb = [UInt8](repeating: Texel.grey, count: grid.byteCount)
        var isDrawn = [Bool](repeating: false, count: items.count)
        rgb.withUnsafeMutableBytes { rgb in
            draw(size, cancellation, &isDrawn) { grid.copy($1, to: $0, in: rgb) }
            // Larger ones are kept only while there is room.
            if size == .large { draw(.small, cancellation, &isDrawn) { grid.double($1, to: $0, in: rgb) } }
            for (place, word) in words.enumerated() where word.hasColour && !isDrawn[place] {
                grid.fill(place, with: word.colour, in: rgb)
            }
        }
        let states = zip(words, isDrawn).map { SlotState($0, isDrawn: $1).rawValue }
        return (rgb, grid.width, grid.height, states)
    }

    /// Draws the texels of a size, of those that are not drawn yet. Those whose pixels are not there any more are made again.
    private func draw(
        _ size: TexelSize, _ cancellation: Cancellation, _ isDrawn: inout [Bool],
        _ copy: (Int, UnsafeRawBufferPointer) -> Void
    ) {
        for holder in holders {
            let collection = holder.collection
            let wanted = holder.items.indices.filter { index in
                let place = holder.place(of: index)
                return !isDrawn[place] && words[place].has(size)
            }
            for start in stride(from: 0, to: wanted.count, by: Self.partItems) where !cancellation.isCancelled {
                let part = wanted[start..<min(start + Self.partItems, wanted.count)]
                let tags = collection.texelTags(of: part.map { holder.items[$0] })
                let slots = zip(part, tags).map {
                    TexelPlace(ordinal: holder.items[$0], tag: $1, place: holder.place(of: $0))
                }
                collection.texels.read(size, slots.sorted { $0.ordinal < $1.ordinal }) { slot, pixels in
                    isDrawn[slot.place] = true
                    copy(slot.place, pixels)
                }
            }
            guard !cancellation.isCancelled else { return }
            let missing = wanted.filter { !isDrawn[holder.place(of: $0)] }
            if !missing.isEmpty { collection.texels.lose(size, of: missing.map { holder.items[$0] }) }
        }
    }

    /// Items whose tags are made together, under the collection's lock.
    private static let partItems = 4096
}

/// Cells of equal size in rows, as pixels of three bytes.
struct TexelGrid {
    let side: Int
    let columns: Int
    let width: Int
    let height: Int

    init(size: TexelSize, columns: Int, count: Int) {
        (side, self.columns) = (size.rawValue, columns)
        width = columns * side
        height = max(1, (count + columns - 1) / columns) * side
    }

    var byteCount: Int { width * height * 3 }

    private func start(of cell: Int) -> Int { (cell / columns * side * width + cell % columns * side) * 3 }

    func fill(_ cell: Int, with colour: UInt32, in rgb: UnsafeMutableRawBufferPointer) {
        let start = start(of: cell)
        for row in 0..<side {
            for column in 0..<side {
                let pixel = start + (row * width + column) * 3
                for band in 0..<3 { rgb[pixel + band] = UInt8(truncatingIfNeeded: colour >> (16 - 8 * UInt32(band))) }
            }
        }
    }

    func copy(_ pixels: UnsafeRawBufferPointer, to cell: Int, in rgb: UnsafeMutableRawBufferPointer) {
        let (start, rowBytes) = (start(of: cell), side * 3)
        for row in 0..<side {
            let target = UnsafeMutableRawBufferPointer(rebasing: rgb[(start + row * width * 3)...].prefix(rowBytes))
            target.copyMemory(from: UnsafeRawBufferPointer(rebasing: pixels[row * rowBytes..<(row + 1) * rowBytes]))
        }
    }

    /// Each of the pixels as four.
    func double(_ pixels: UnsafeRawBufferPointer, to cell: Int, in rgb: UnsafeMutableRawBufferPointer) {
        let start = start(of: cell)
        for row in 0..<side {
            for column in 0..<side {
                let (pixel, source) = (start + (row * width + column) * 3, (row / 2 * (side / 2) + column / 2) * 3)
                for band in 0..<3 { rgb[pixel + band] = pixels[source + band] }
            }
        }
    }
}

extension MarkSet {
    /// Stars in the lowest three bits, then the flag in two (1 for a pick, 2 for a rejection), then the colour label in three. What people
    /// here said goes before what stands in the file.
    var byte: UInt8 {
        func number(_ mark: Mark) -> Int { self[mark] == 0 ? self[file: mark] : self[mark] }
        let (stars, flag, label) = (number(.stars), number(.flag), number(.colourLabel))
        // The first number of stars and labels says that somebody took them away; the last one of flags.
        return UInt8(max(0, stars - 1)) | UInt8(flag == 3 ? 0 : flag) << 3 | UInt8(max(0, label - 1)) << 5
    }
}
