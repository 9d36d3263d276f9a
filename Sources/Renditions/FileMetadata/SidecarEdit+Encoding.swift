import GridEngine

/// Edits and the document that they change, as a worker gets them in one file: the count of the edits' bytes (four, least significant
/// first), the edits as texts that zero bytes end, and the document.
enum SidecarMessage {
    /// Maximum bytes of a document that is changed, and of what becomes of it. Converters that keep masks write some megabytes.
    static let documentLimit = 32 << 20

    static func encoded(_ edits: [SidecarEdit], document: [UInt8]) -> [UInt8] {
        var texts: [UInt8] = []
        for edit in edits {
            let (kind, tag, values) = edit.parts
            for text in [kind.rawValue, tag, String(values.count)] + values {
                texts += Array(text.utf8.filter { $0 != 0 }) + [0]
            }
        }
        var bytes: [UInt8] = []
        bytes.append(littleEndian: UInt32(texts.count))
        return bytes + texts + document
    }

    /// `nil` for anything but `encoded`.
    static func decoded(_ bytes: [UInt8]) -> (edits: [SidecarEdit], document: [UInt8])? {
        guard bytes.count >= 4 else { return nil }
        let end = 4 + Int(bytes.word(at: 0))
        guard end <= bytes.count else { return nil }
        var texts = bytes[4..<end].split(separator: 0, omittingEmptySubsequences: false).dropLast()
            .map { String(decoding: $0, as: UTF8.self) }[...]
        var edits: [SidecarEdit] = []
        while let kind = texts.popFirst() {
            guard let kind = SidecarEdit.Kind(rawValue: kind), let tag = texts.popFirst(),
                let count = texts.popFirst().flatMap({ Int($0) }), (0...texts.count).contains(count),
                let edit = SidecarEdit(kind, tag, Array(texts.prefix(count)))
            else { return nil }
            edits.append(edit)
            texts = texts.dropFirst(count)
        }
        return (edits, Array(bytes[end...]))
    }

    /// A worker's answer: the changed document; empty when it cannot be read.
    static func answer(to file: OpenFile) -> [UInt8] {
        guard let size = file.sizeBytes, let bytes = file.bytes(from: 0, count: size),
            let (edits, text) = decoded(bytes),
            let document = SidecarDocument(text), edits.allSatisfy({ document.apply($0) }), let changed = document.text,
            changed.count <= documentLimit
        else { return [] }
        return changed
    }
}

extension SidecarEdit {
    fileprivate enum Kind: String {
        case set, remove, fill, add, addIfListed
    }

    fileprivate var parts: (kind: Kind, tag: String, values: [String]) {
        switch self {
        case .set(let tag, let value): (.set, tag, [value])
        case .remove(let tag): (.remove, tag, [])
        case .fill(let tag, let values): (.fill, tag, values)
        case .add(let tag, let values): (.add, tag, values)
        case .addIfListed(let tag, let values): (.addIfListed, tag, values)
        }
    }

    fileprivate init?(_ kind: Kind, _ tag: String, _ values: [String]) {
        switch kind {
        case .set:
            guard let value = values.first else { return nil }
            self = .set(tag, value)
        case .remove: self = .remove(tag)
        case .fill: self = .fill(tag, values)
        case .add: self = .add(tag, values)
        case .addIfListed: self = .addIfListed(tag, values)
        }
    }
}
