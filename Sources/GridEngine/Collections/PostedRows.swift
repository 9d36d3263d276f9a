import CollectionModel
import JSONText

/// What is stored of the items of a new posted collection. An item that shows its identifier only has no row.
struct PostedRows: AttributeRows {
    let contents: PostedContents
    let items: IdentifierTable

    func makeIterator() -> Iterator { Iterator(rows: self) }

    struct Iterator: IteratorProtocol {
        fileprivate let rows: PostedRows
        private var ordinal: UInt32 = 0

        fileprivate init(rows: PostedRows) { self.rows = rows }

        mutating func next() -> StoredChange.Attributes? {
            while ordinal < rows.contents.count, !rows.contents.hasRecord(ordinal) { ordinal += 1 }
            guard ordinal < rows.contents.count else { return nil }
            defer { ordinal += 1 }
            var content = rows.contents.item(ordinal, id: rows.items[ordinal])
            let attributes = content.attributes
            content.attributes = JSONObject()
            return .init(item: ordinal, json: KeptItem(attributes: attributes, content: content).stored)
        }
    }
}
