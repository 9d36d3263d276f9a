import GridEngine

/// A whole change as bytes, but for its collection and version, which are its key: what one server appends, and all others read.
///
/// A byte for the form, then the parts in the order of `StoredChange`. Numbers are least significant first; lists and texts begin
/// with their length in four bytes; a text that may be missing begins with a byte that says so.
package enum ChangeForm {
    private static let form: UInt8 = 1
    /// With the collection's new title at the end.
    private static let formWithTitle: UInt8 = 2

    package static func encode(_ change: StoredChange) -> [UInt8] {
        var bytes: [UInt8] = [change.title == nil ? form : formWithTitle]
        bytes.reserveCapacity(64 + change.patch.count + change.newItems.count * 40)
        bytes.append(part: change.patch)
        bytes.append(change.newItems.count, bytes: 4)
        for item in change.newItems {
            bytes.append(Int(item.ordinal), bytes: 4)
            bytes.append(part: item.id.utf8)
        }
        bytes.append(change.newSections.count, bytes: 4)
        for section in change.newSections {
            bytes.append(Int(section.ordinal), bytes: 4)
            bytes.append(part: section.id.utf8)
            bytes.append(part: section.title.utf8)
        }
        bytes.append(change.attributes.count, bytes: 4)
        for attributes in change.attributes {
            bytes.append(Int(attributes.item), bytes: 4)
            bytes.append(optional: attributes.json)
        }
        bytes.append(part: change.marks)
        bytes.append(change.revisions.count, bytes: 4)
        for revision in change.revisions {
            bytes.append(Int(revision.item), bytes: 4)
            bytes.append(Int(bitPattern: UInt(revision.revision)), bytes: 8)
        }
        bytes.append(optional: change.idempotencyKey)
        bytes.append(optional: change.history)
        if let title = change.title { bytes.append(part: title.utf8) }
        return bytes
    }

    /// - Throws: `Damage` when the bytes are anything else.
    package static func decode(_ bytes: [UInt8], of collection: String, version: Int) throws(Damage) -> StoredChange {
        var reader = FormReader(bytes)
        let form = try reader.number(bytes: 1)
        guard form == Int(Self.form) || form == Int(formWithTitle) else {
            throw Damage("change \(version) of \(collection) has a form that this version does not know")
        }
        var change = StoredChange(collection: collection, version: version, patch: Array(try reader.part()))
        for _ in 0..<(try reader.number(bytes: 4)) {
            change.newItems.append(.init(ordinal: try reader.ordinal(), id: try reader.text()))
        }
        for _ in 0..<(try reader.number(bytes: 4)) {
            let ordinal = try reader.ordinal()
            change.newSections.append(.init(ordinal: ordinal, id: try reader.text(), title: try reader.text()))
        }
        for _ in 0..<(try reader.number(bytes: 4)) {
            change.attributes.append(.init(item: try reader.ordinal(), json: try reader.optionalText()))
        }
        change.marks = Array(try reader.part())
        for _ in 0..<(try reader.number(bytes: 4)) {
            let item = try reader.ordinal()
            change.revisions.append(
                .init(item: item, revision: UInt64(UInt(bitPattern: try reader.number(bytes: 8)))))
        }
        change.idempotencyKey = try reader.optionalText()
        change.history = try reader.optionalText()
        if form == Int(formWithTitle) { change.title = try reader.text() }
        guard reader.isAtEnd else { throw Damage("change \(version) of \(collection) is longer than its parts") }
        return change
    }
}

/// Reads what `ChangeForm` wrote; nothing beyond the end.
private struct FormReader {
    private let bytes: [UInt8]
    private var at = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { at == bytes.count }

    mutating func number(bytes count: Int) throws(Damage) -> Int {
        guard bytes.count - at >= count else { throw Damage("a change is cut short") }
        var number: UInt = 0
        for index in 0..<count { number |= UInt(bytes[at + index]) << UInt(8 * index) }
        at += count
        return Int(bitPattern: number)
    }

    mutating func ordinal() throws(Damage) -> UInt32 { UInt32(truncatingIfNeeded: try number(bytes: 4)) }

    mutating func part() throws(Damage) -> ArraySlice<UInt8> {
        let count = try number(bytes: 4)
        guard bytes.count - at >= count else { throw Damage("a change is cut short") }
        defer { at += count }
        return bytes[at..<at + count]
    }

    mutating func text() throws(Damage) -> String {
        guard let text = String(validating: try part(), as: UTF8.self) else { throw Damage("a change has no text") }
        return text
    }

    mutating func optionalText() throws(Damage) -> String? { try number(bytes: 1) == 0 ? nil : try text() }
}

extension [UInt8] {
    fileprivate mutating func append(_ number: Int, bytes count: Int) {
        for index in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * index))) }
    }

    fileprivate mutating func append(part: some Collection<UInt8>) {
        append(part.count, bytes: 4)
        append(contentsOf: part)
    }

    fileprivate mutating func append(optional text: String?) {
        append(text == nil ? 0 : 1)
        if let text { append(part: text.utf8) }
    }
}

/// A contradiction found in what was stored; reported as `.damaged`.
package struct Damage: Error {
    package var finding: String

    package init(_ finding: String) { self.finding = finding }
}
