import GridEngine
import Synchronization

/// A list of items as text, made part by part while it is sent: ten million items take no more memory than a hundred.
final class ListDocument: Sendable {
    private static let itemsAtOnce = 256

    private let list: ItemList
    private let form: ListForm
    /// Fields of data sets, in the forms that have fields.
    private let others: [String]
    /// Only items with this flag; `nil` for all.
    private let flag: String?
    /// The index of the next row; `nil` before the head. One more than there are rows after the end.
    private let place = Mutex<Int?>(nil)

    init(_ list: ItemList, as form: ListForm, flag: String? = nil) {
        self.list = list
        self.flag = flag
        self.form = form
        others = form.fields.isEmpty ? [] : list.dataFields.filter { !form.fields.contains($0) }
    }

    /// The next part; `nil` after the last.
    /// - Throws: why it cannot be made; never of a collection whose contents are there at once.
    func next() throws -> [UInt8]? {
        try place.withLock { place in
            if place == nil {
                place = 0
                let head = form.head(others)
                if !head.isEmpty { return head }
            }
            // A part may be empty, of items without files: the body would end with it.
            while let start = place, start < list.count {
                let rows = try list.rows(from: start, limit: ListDocument.itemsAtOnce, fields: form.fields + others)
                place = start + max(1, rows.count)
                let text = form.text(
                    of: flag == nil ? rows : rows.filter { $0.item.attributes["flag"]?.text == flag }, others)
                if !text.isEmpty { return text }
            }
            guard place == list.count, !form.end.isEmpty else { return nil }
            place = list.count + 1
            return form.end
        }
    }
}
