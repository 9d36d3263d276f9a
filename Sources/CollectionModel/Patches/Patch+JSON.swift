import JSONText

extension Patch {
    /// How a patch's ordinals are written: the names and contents that its owner knows.
    package struct Encoder {
        /// Writes a whole item, as inserts and reconfigures carry it.
        package var item: (ItemOrdinal, inout JSONWriter) -> Void
        /// Writes an item's identifier as a string.
        package var itemID: (ItemOrdinal, inout JSONWriter) -> Void
        /// Writes a section as an object of `id` and `title`.
        package var section: (SectionOrdinal, inout JSONWriter) -> Void
        /// Writes the collection's title as a string.
        package var title: (inout JSONWriter) -> Void

        package init(
            item: @escaping (ItemOrdinal, inout JSONWriter) -> Void,
            itemID: @escaping (ItemOrdinal, inout JSONWriter) -> Void,
            section: @escaping (SectionOrdinal, inout JSONWriter) -> Void,
            title: @escaping (inout JSONWriter) -> Void
        ) {
            self.item = item
            self.itemID = itemID
            self.section = section
            self.title = title
        }
    }

    /// Writes the patch as an object of the HTTP interface; `head` writes its first members (collection and versions). Empty
    /// members are left out, and so are the deletes that a deleted section implies.
    package func appendJSON(to writer: inout JSONWriter, encoder: Encoder, head: (inout JSONWriter) -> Void = { _ in })
    {
        writer.object { writer in
            head(&writer)
            appendItemMembers(to: &writer, encoder: encoder)
            appendSectionMembers(to: &writer, encoder: encoder)
        }
    }

    private func appendItemMembers(to writer: inout JSONWriter, encoder: Encoder) {
        let deleted = Set(deleteSections.map(\.from))
        let explicit = deleted.isEmpty ? deletes : deletes.filter { !deleted.contains($0.from.section) }
        explicit.write("deletes", to: &writer) { delete, writer in writer.indexPath(delete.from) }
        inserts.write("inserts", to: &writer) { insert, writer in
            writer.object { writer in
                writer.member("at", insert.at)
                writer.key("item")
                encoder.item(insert.item, &writer)
            }
        }
        moves.write("moves", to: &writer) { move, writer in
            writer.object { writer in
                writer.key("item")
                encoder.itemID(move.item, &writer)
                writer.member("from", move.from)
                writer.member("to", move.toAfter)
            }
        }
        reloads.write("reloads", to: &writer, encoder.itemID)
        reconfigures.write("reconfigures", to: &writer, encoder.item)
    }

    private func appendSectionMembers(to writer: inout JSONWriter, encoder: Encoder) {
        deleteSections.write("deleteSections", to: &writer) { delete, writer in writer.int(delete.from) }
        insertSections.write("insertSections", to: &writer) { insert, writer in
            writer.object { writer in
                writer.member("at", insert.at)
                writer.key("section")
                encoder.section(insert.section, &writer)
            }
        }
        moveSections.write("moveSections", to: &writer) { move, writer in
            writer.object { writer in
                writer.member("from", move.from)
                writer.member("to", move.toAfter)
            }
        }
        reconfigureSections.write("reconfigureSections", to: &writer, encoder.section)
        guard changesTitle else { return }
        writer.key("title")
        encoder.title(&writer)
    }
}

extension VersionedPatch {
    /// Writes the patch with its collection's identifier and its versions, and the stamp of the newer one where there is one.
    package func appendJSON(
        to writer: inout JSONWriter, collection: String, stamp: String? = nil, encoder: Patch.Encoder
    ) {
        patch.appendJSON(to: &writer, encoder: encoder) { writer in
            writer.member("collection", collection)
            writer.member("from", from)
            writer.member("to", to)
            if let stamp { writer.member("stamp", stamp) }
        }
    }
}

extension Array {
    /// Writes a member that is an array, unless it is empty.
    fileprivate func write(
        _ name: StaticString, to writer: inout JSONWriter, _ element: (Element, inout JSONWriter) -> Void
    ) {
        guard !isEmpty else { return }
        writer.array(name) { writer in for value in self { element(value, &writer) } }
    }
}

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
