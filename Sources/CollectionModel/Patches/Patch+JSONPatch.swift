import JSONText

extension VersionedPatch {
    /// Writes the patch as JSON Patch (RFC 6902) against the snapshot document of version `from`, an array of operations:
    /// `test` of the version, one operation for each change, the new version. `after` is the order at `to`.
    ///
    /// JSON Patch applies its operations one after another, so the places before and after the patch are rewritten into that
    /// sequence. O(k log k). `item` writes an element of the document's `items`, `section` an element of its `sections` (without
    /// items: `{"id","title","items":[]}`), `title` a section's title.
    package func appendJSONPatch(
        to writer: inout JSONWriter, after: Snapshot, item: (ItemOrdinal, inout JSONWriter) -> Void,
        section: (SectionOrdinal, inout JSONWriter) -> Void, title: (SectionOrdinal, inout JSONWriter) -> Void
    ) {
        writer.beginArray()
        writer.operation("test", "/version") { $0.int(from) }
        var sequence = PatchSequence(patch)
        sequence.forEachStep { step in
            switch step {
            case .removeItem(let at): writer.operation("remove", at.pointer)
            case .addItem(let ordinal, let at): writer.operation("add", at.pointer) { item(ordinal, &$0) }
            case .moveItem(let from, let to): writer.operation("move", to.pointer, from: from.pointer)
            case .removeSection(let at): writer.operation("remove", "/sections/\(at)")
            case .addSection(let ordinal, let at):
                writer.operation("add", "/sections/\(at)") { section(ordinal, &$0) }
            case .moveSection(let from, let to):
                writer.operation("move", "/sections/\(to)", from: "/sections/\(from)")
            }
        }
        for ordinal in (patch.reloads + patch.reconfigures).sorted() {
            guard let path = after.indexPath(of: ordinal) else { continue }
            writer.operation("replace", path.pointer) { item(ordinal, &$0) }
        }
        for ordinal in patch.reconfigureSections {
            guard let index = after.index(of: ordinal) else { continue }
            writer.operation("replace", "/sections/\(index)/title") { title(ordinal, &$0) }
        }
        if from != to { writer.operation("replace", "/version") { $0.int(to) } }
        writer.endArray()
    }
}

extension IndexPath {
    /// RFC 6901 pointer into the snapshot document.
    fileprivate var pointer: String { "/sections/\(section)/items/\(item)" }
}

extension JSONWriter {
    fileprivate mutating func operation(_ name: String, _ path: String, from: String? = nil) {
        operation(name, path, from: from) { _ in }
    }

    /// `value` writes the operation's value, or nothing.
    fileprivate mutating func operation(
        _ name: String, _ path: String, from: String? = nil, value: (inout JSONWriter) -> Void
    ) {
        beginObject()
        member("op", name)
        if let from { member("from", from) }
        member("path", path)
        if name != "remove" && name != "move" {
            key("value")
            value(&self)
        }
        endObject()
    }
}
