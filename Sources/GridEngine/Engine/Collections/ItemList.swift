import CollectionModel
import CollectionQuery

/// The items of an order, or of ranges of it, as they were at one moment: for lists of any length, read part by part.
///
/// The order does not change while it is read; what is said of an item is the newest.
package final class ItemList: Sendable {
    package struct Row: Sendable {
        /// The place in the order, from 1.
        package var position: Int
        /// The title of its section.
        package var section: String
        package var item: Item
        package var place: OriginalPlace?
        /// Whether people gave it marks other than ratings, or took those of its file away.
        package var isMarked: Bool
        /// Values of the fields that were asked for, in their order; `nil` of what is not known.
        package var fields: [FieldValue?]
    }

    package let version: Int
    /// Whether what items show has to be read: then `rows` may block.
    package var readsContents: Bool { collection.source.contents != nil }
    /// The number of items.
    package let count: Int
    private let collection: LiveCollection
    private let snapshot: Snapshot
    /// Flat indices, ascending.
    private let ranges: [Range<Int>]
    /// The number of items before each range.
    private let starts: [Int]
    private let editor: (any SidecarEditor)?

    init(
        of collection: LiveCollection, _ snapshot: Snapshot, version: Int, ranges: [Range<Int>],
        editor: (any SidecarEditor)?
    ) {
        self.version = version
        self.editor = editor
        self.collection = collection
        self.snapshot = snapshot
        self.ranges = ranges
        var (starts, count) = ([Int](), 0)
        for range in ranges {
            starts.append(count)
            count += range.count
        }
        (self.starts, self.count) = (starts, count)
    }

    /// The identifier of the collection itself, also where this is a list of a result.
    package var collectionID: String { collection.id }

    package var title: String { collection.source.title }

    /// The fields of data sets beside the items, in the order in which they were found.
    package var dataFields: [String] { collection.state.withLock { $0.data?.fields ?? [] } }

    /// Opens the file of an item, by the rules of its source. May block.
    /// - Throws: why it cannot be opened.
    package func open(_ item: String) throws(LoadFailure) -> OpenFile {
        guard case .file? = collection.source.place(of: item),
            case .file(let file, _) = try collection.source.original(of: item, cancellation: Cancellation())
        else { throw .missing }
        return file
    }

    /// Makes sidecars of items. May block: about a millisecond each.
    /// - Parameter wanted: items with the changes to what is beside them.
    /// - Returns: one answer for each, in their order.
    package func sidecars(_ wanted: [(item: String, edits: [SidecarEdit])]) -> [EditedSidecar] {
        guard let editor else { return wanted.map { _ in .failed } }
        let files = collection.source.abilities.files
        var requests: [SidecarRequest] = []
        // Those beside which something is that cannot be opened.
        let isClosed = wanted.map { item, edits in
            let document = files?.sidecar(of: item)
            let isClosed = document == nil && files?.hasSidecar(item) == true
            if !isClosed { requests.append(SidecarRequest(document: document, edits: edits)) }
            return isClosed
        }
        var answers = editor.sidecars(requests)[...]
        return isClosed.map { $0 ? .failed : answers.popFirst() ?? .failed }
    }

    /// Some rows.
    /// - Parameters:
    ///   - start: the index of the first in this list.
    ///   - limit: how many, at most.
    ///   - fields: names of fields whose values are wanted.
    /// - Returns: the rows, fewer at the end.
    /// - Throws: why what they show could not be read.
    /// - Complexity: O(limit), and O(log n) for the place.
    package func rows(from start: Int, limit: Int, fields: [String] = []) throws(LoadFailure) -> [Row] {
        var found: [(position: Int, section: SectionOrdinal, known: KnownItem, ordinal: ItemOrdinal, isMarked: Bool)] =
            []
        found.reserveCapacity(min(limit, count - start))
        collection.state.withLock { state in
            forEachPart(from: start, limit: limit) { part in
                snapshot.forEachItem(inFlat: part) { flat, path, ordinal in
                    found.append(
                        (
                            flat + 1, snapshot.section(at: path.section), state.known(of: ordinal), ordinal,
                            state.marks[ordinal].marks.contains { $0 != .rating }
                        ))
                }
            }
        }
        let contents = try ContentReading.wait(for: found.map(\.known), of: collection)
        let columns = fields.isEmpty ? nil : collection.queries.state.withLock { $0.columns }
        var titles: [SectionOrdinal: String] = [:]
        return found.map { row in
            if titles[row.section] == nil { titles[row.section] = collection.section(row.section).title }
            return Row(
                position: row.position, section: titles[row.section] ?? "",
                item: row.known.item(of: collection.source, content: contents[row.known.id]),
                place: collection.source.place(of: row.known.id), isMarked: row.isMarked,
                fields: fields.map { columns?.value(of: $0, of: row.ordinal) })
        }
    }

    private func forEachPart(from start: Int, limit: Int, _ body: (Range<Int>) -> Void) {
        guard var index = starts.lastIndex(where: { $0 <= start }) else { return }
        var (start, limit) = (start, limit)
        while limit > 0, index < ranges.count {
            let lower = ranges[index].lowerBound + start - starts[index]
            let upper = min(ranges[index].upperBound, lower + limit)
            if lower < upper { body(lower..<upper) }
            limit -= max(0, upper - lower)
            index += 1
            if index < ranges.count { start = starts[index] }
        }
    }
}

extension GridEngine {
    /// The items of a collection or result, or of ranges of it.
    /// - Parameters:
    ///   - id: the identifier of the collection or result.
    ///   - ranges: flat indices in `version`, ascending, not overlapping; `nil` for everything.
    ///   - version: of the ranges. Refused as a conflict unless it is the newest.
    ///   - meaning: what cells of an order that folds stacks stand for: all members, unless it is `.open`.
    /// - Returns: the list, which later changes of the order leave as it is.
    /// - Throws: `.notFound`, `.opening`, `.conflict`, `.invalid`.
    package func itemList(
        of id: String, ranges: [Range<Int>]? = nil, at version: Int? = nil, meaning: StackMeaning? = nil
    ) throws(GridError) -> ItemList {
        let served = try served(id)
        let (newest, snapshot) = try served.collection.withOpenState { (state) throws(GridError) in
            (state.version(of: served.order), state.snapshot(of: served.order))
        }
        if let version, version != newest { throw .conflict(.selectionOutdated(version, newest: newest)) }
        if let ranges { try snapshot.check(ranges) }
        if meaning != .open,
            let whole = Draft(of: served.collection).unfolded(snapshot, ranges, in: served.order)
        {
            return ItemList(
                of: served.collection, whole, version: newest, ranges: [0..<whole.numberOfItems], editor: sidecars)
        }
        return ItemList(
            of: served.collection, snapshot, version: newest, ranges: ranges ?? [0..<snapshot.numberOfItems],
            editor: sidecars)
    }

    /// Starts to look at every item, unless that was done.
    /// - Parameters:
    ///   - id: the identifier of the collection or result.
    ///   - whenRead: whether every file is to have been read as well.
    /// - Throws: `.notReady` until it is; `.notFound`, `.opening`.
    package func requireFields(of id: String, whenRead: Bool = false) throws(GridError) {
        let collection = try served(id).collection
        _ = try collection.withOpenState { (_) throws(GridError) in }
        try checkFilled(collection)
        guard whenRead else { return }
        let metadata = collection.queries.state.withLock(\.metadata)
        if metadata.isReading {
            throw .notReady(.fieldsBeingRead(metadata.done, of: max(metadata.done, metadata.total)))
        }
    }
}
