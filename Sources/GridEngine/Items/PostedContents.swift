import CollectionModel
import JSONText

/// The contents of posted items, by ordinal, as bytes in large pieces: an item costs four bytes and its texts, and one that shows only
/// its identifier nothing.
package struct PostedContents: Sendable {
    /// Which parts a record has: what is left out is as in an item of which only the identifier is known.
    private struct Parts: OptionSet {
        let rawValue: UInt8

        static let title = Parts(rawValue: 1)
        static let kind = Parts(rawValue: 2)
        static let size = Parts(rawValue: 4)
        static let attributes = Parts(rawValue: 8)
        static let picture = Parts(rawValue: 16)
    }

    private static let pieceBytes = 1 << 20
    /// Records begin at multiples of this many bytes, so that 32 bits address 16 GiB.
    private static let alignment = 4

    private var pieces: [[UInt8]] = []
    /// By ordinal: the number of the record's first four bytes, plus one; 0 without a record. As long as it needs to be.
    private var places: [UInt32] = []
    /// The bytes of records that were replaced.
    private var unusedBytes = 0

    package init() {}

    /// Whether every item shows its identifier only.
    package var isEmpty: Bool { places.isEmpty }

    /// The memory for it, room that is only reserved left out.
    package var sizeBytes: Int {
        max(0, pieces.count - 1) * PostedContents.pieceBytes + (pieces.last?.count ?? 0) + places.count * 4
    }

    /// The content of an item without a record: its identifier.
    package static func plain(_ id: String) -> SourceItem {
        SourceItem(posted: id, title: id)
    }

    /// The item with this ordinal. O(its size).
    package func item(_ ordinal: UInt32, id: String) -> SourceItem {
        var item = PostedContents.plain(id)
        guard var record = record(ordinal) else { return item }
        let parts = Parts(rawValue: UInt8(record.number(bytes: 1)))
        if parts.contains(.title) { item.title = record.text() }
        if parts.contains(.kind) { item.kind = record.text() }
        if parts.contains(.size) { (item.width, item.height) = (record.number(bytes: 4), record.number(bytes: 4)) }
        if parts.contains(.attributes), case .object(let attributes)? = try? JSONValue(decoding: Array(record.part())) {
            item.attributes = attributes
        }
        if parts.contains(.picture) { item.show(PostedPicture(text: record.text())) }
        return item
    }

    /// The revision of the item with this ordinal: that of its picture.
    package func revision(_ ordinal: UInt32) -> UInt64 {
        hasPicture(ordinal) ? item(ordinal, id: "").revision : PostedContents.plain("").revision
    }

    /// The uploaded picture that the item with this ordinal shows.
    package func upload(_ ordinal: UInt32) -> PostedPicture? {
        guard hasPicture(ordinal), let picture = item(ordinal, id: "").picture else { return nil }
        return picture.address == nil ? picture : nil
    }

    private func hasPicture(_ ordinal: UInt32) -> Bool {
        guard var record = record(ordinal) else { return false }
        return Parts(rawValue: UInt8(record.number(bytes: 1))).contains(.picture)
    }

    /// Sets what the item with this ordinal shows.
    package mutating func set(_ item: SourceItem, of ordinal: UInt32) {
        var parts: Parts = []
        if item.title != item.id { parts.insert(.title) }
        if item.kind != "plain" { parts.insert(.kind) }
        if item.width != nil, item.height != nil { parts.insert(.size) }
        if !item.attributes.isEmpty { parts.insert(.attributes) }
        let picture = item.picture?.text
        if picture != nil { parts.insert(.picture) }
        remove(ordinal)
        guard !parts.isEmpty else { return }
        let attributes = parts.contains(.attributes) ? JSONValue.object(item.attributes).encoded : []
        let place = beginRecord(
            bytes: 64 + item.title.utf8.count + item.kind.utf8.count + attributes.count + (picture?.utf8.count ?? 0))
        let last = pieces.count - 1
        pieces[last].append(parts.rawValue)
        if parts.contains(.title) { pieces[last].append(part: item.title.utf8) }
        if parts.contains(.kind) { pieces[last].append(part: item.kind.utf8) }
        if parts.contains(.size), let width = item.width, let height = item.height {
            pieces[last].append(width, bytes: 4)
            pieces[last].append(height, bytes: 4)
        }
        if parts.contains(.attributes) { pieces[last].append(part: attributes) }
        if let picture { pieces[last].append(part: picture.utf8) }
        note(place, of: ordinal)
    }

    /// Whether the item shows more than its identifier.
    package func hasRecord(_ ordinal: UInt32) -> Bool { ordinal < places.count && places[Int(ordinal)] > 0 }

    /// One more than the largest ordinal that ever had a record.
    package var count: Int { places.count }

    // MARK: Records

    private func record(_ ordinal: UInt32) -> Record? {
        guard hasRecord(ordinal) else { return nil }
        let start = (Int(places[Int(ordinal)]) - 1) * PostedContents.alignment
        return Record(bytes: pieces[start / PostedContents.pieceBytes], start: start % PostedContents.pieceBytes)
    }

    private mutating func note(_ place: UInt32, of ordinal: UInt32) {
        if places.count <= ordinal {
            places.append(contentsOf: repeatElement(0, count: Int(ordinal) + 1 - places.count))
        }
        places[Int(ordinal)] = place
    }

    private mutating func remove(_ ordinal: UInt32) {
        guard let record = record(ordinal) else { return }
        unusedBytes += bytes(of: record).count
        places[Int(ordinal)] = 0
        // Every byte is copied as often as it was written, on average.
        if unusedBytes > PostedContents.pieceBytes, unusedBytes > pieces.count * PostedContents.pieceBytes / 2 {
            compact()
        }
    }

    private mutating func compact() {
        var compacted = PostedContents()
        for ordinal in 0..<UInt32(places.count) {
            guard let record = record(ordinal) else { continue }
            let bytes = bytes(of: record)
            let place = compacted.beginRecord(bytes: bytes.count)
            compacted.pieces[compacted.pieces.count - 1].append(contentsOf: bytes)
            compacted.note(place, of: ordinal)
        }
        self = compacted
    }

    private func bytes(of record: Record) -> ArraySlice<UInt8> {
        var rest = record
        let parts = Parts(rawValue: UInt8(rest.number(bytes: 1)))
        if parts.contains(.title) { _ = rest.part() }
        if parts.contains(.kind) { _ = rest.part() }
        if parts.contains(.size) { _ = rest.number(bytes: 8) }
        if parts.contains(.attributes) { _ = rest.part() }
        if parts.contains(.picture) { _ = rest.part() }
        return record.bytes[record.at..<rest.at]
    }

    /// Makes room for a record in one piece, which only a record that is larger by itself exceeds.
    /// - Returns: its place.
    private mutating func beginRecord(bytes count: Int) -> UInt32 {
        let size = PostedContents.pieceBytes
        if pieces.isEmpty {
            // A small collection is not to cost a megabyte.
            pieces.append([])
        } else if pieces[pieces.count - 1].count + PostedContents.alignment + count > size {
            pieces.append([])
            pieces[pieces.count - 1].reserveCapacity(size)
        }
        let last = pieces.count - 1
        while pieces[last].count % PostedContents.alignment != 0 { pieces[last].append(0) }
        return UInt32((last * size + pieces[last].count) / PostedContents.alignment + 1)
    }
}

/// Reads a record's parts in their order.
private struct Record {
    let bytes: [UInt8]
    private(set) var at: Int

    init(bytes: [UInt8], start: Int) {
        self.bytes = bytes
        at = start
    }

    mutating func number(bytes count: Int) -> Int {
        var number = 0
        for index in 0..<count { number |= Int(bytes[at + index]) << (8 * index) }
        at += count
        return number
    }

    mutating func text() -> String { String(decoding: part(), as: UTF8.self) }

    mutating func part() -> ArraySlice<UInt8> {
        let count = number(bytes: 4)
        defer { at += count }
        return bytes[at..<at + count]
    }
}

extension [UInt8] {
    /// Least significant byte first.
    fileprivate mutating func append(_ number: Int, bytes count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }

    fileprivate mutating func append(part: some Collection<UInt8>) {
        append(part.count, bytes: 4)
        append(contentsOf: part)
    }
}
