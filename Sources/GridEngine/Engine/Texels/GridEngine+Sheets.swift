import CollectionModel
import Prefetching

extension GridEngine {
    /// A block of a viewer's order, read where its items are kept: any order costs the same. Blocks on the disk.
    /// - Parameters:
    ///   - id: the viewer.
    ///   - request: within its limits.
    ///   - cancellation: raised when nobody wants it any more.
    ///   - isKnown: whether the browser has the sheet with a tag.
    /// - Returns: the tag, and `nil` where the browser has it, or nobody wants it.
    /// - Throws: `.notFound` when there is no such viewer, `.versionMismatch`, `.invalid` of an index beyond the end, `.unsupported`
    ///   where texels are not made, `.opening`.
    package func sheet(
        of id: ViewerID, _ request: SheetRequest, cancellation: Cancellation, known isKnown: (UInt64) -> Bool
    ) throws(GridError) -> (tag: UInt64, sheet: Sheet?) {
        let (collection, block) = try block(of: id, version: request.version)
        guard request.index < block.snapshot.numberOfItems else {
            throw .invalid(.index, .sheetBeyondEnd(items: block.snapshot.numberOfItems))
        }
        let end = min(request.index + request.count, block.snapshot.numberOfItems)
        let items = block.items(in: request.index..<end)
        var gathered = GatheredTexels(items, of: collection, request, loads)
        if request.hasMarks { gathered.addMarks(block.marks) }
        if let matches = request.matches { gathered.addMatches(try result(matches, of: collection)) }
        guard !isKnown(gathered.tag), !cancellation.isCancelled else { return (gathered.tag, nil) }
        let sheet = gathered.sheet(request, of: collection, loads.loader.texels, cancellation)
        guard let sheet else {
            if cancellation.isCancelled { return (gathered.tag, nil) }
            throw .unsupported(.texelsUnsupported)
        }
        return (gathered.tag, sheet)
    }

    private func result(_ id: String, of collection: LiveCollection) throws(GridError) -> Snapshot {
        let served = try served(id)
        guard served.collection === collection else { throw .notFound(.collection, id: id) }
        return collection.state.withLock { $0.snapshot(of: served.order) }
    }

    /// Items of each part of an overview that are looked at, at most.
    private static let overviewSamples = 8

    /// The mean colours of all of a viewer's order, cut into equal parts: of each part the mean of some items.
    /// - Throws: as `sheet`.
    package func overview(
        of id: ViewerID, version: Int, rows: Int, columns: Int, cancellation: Cancellation,
        known isKnown: (UInt64) -> Bool
    ) throws(GridError) -> (tag: UInt64, sheet: Sheet?) {
        let (collection, block) = try block(of: id, version: version)
        let (total, parts) = (block.snapshot.numberOfItems, rows * columns)
        // The place of each sample in `items`, by part.
        var (items, ends): ([UInt32], [Int]) = ([], [])
        for part in 0..<parts {
            let (first, end) = (total * part / parts, total * (part + 1) / parts)
            let range = first..<end
            let count = min(range.count, Self.overviewSamples)
            for sample in 0..<count {
                let place = first + (2 * sample + 1) * range.count / (2 * count)
                items.append(block.snapshot.item(atFlat: place).rawValue)
            }
            ends.append(items.count)
        }
        let request = SheetRequest(version: version, index: 0, count: parts, size: nil, columns: columns)
        let gathered = GatheredTexels(items, of: collection, request, loads)
        guard !isKnown(gathered.tag), !cancellation.isCancelled else { return (gathered.tag, nil) }
        let (picture, known) = gathered.means(ends)
        return (
            gathered.tag,
            Sheet(
                version: version, index: 0, count: parts, size: nil, columns: columns, known: known, picture: picture,
                tag: gathered.tag)
        )
    }

    /// The order and the marks that a viewer sees in a version.
    private struct Block {
        var snapshot: Snapshot
        var marks: MarkTable

        func items(in range: Range<Int>) -> [UInt32] {
            var items: [UInt32] = []
            items.reserveCapacity(range.count)
            snapshot.forEachRun(inFlat: range) { run in for item in run { items.append(item.rawValue) } }
            return items
        }
    }

    private func block(of id: ViewerID, version: Int) throws(GridError) -> (LiveCollection, Block) {
        let viewer = try findViewer(id)
        let order = viewer.state.withLock { state in
            state.lastSeen = clock.now
            return state.order
        }
        guard viewer.collection.texels.isAttached else { throw .unsupported(.texelsUnsupported) }
        let block = try viewer.collection.withOpenState { (state) throws(GridError) in
            guard state.version(of: order) == version else {
                throw .versionMismatch(current: state.head(of: order))
            }
            return Block(snapshot: state.snapshot(of: order), marks: state.marks)
        }
        return (viewer.collection, block)
    }
}

extension Reason {
    static func sheetBeyondEnd(items: Int) -> Reason {
        Reason("sheet-beyond-end", "The sheet begins behind the last of \(items) items.", values: ["count": "\(items)"])
    }

    static let texelsUnsupported = Reason("texels-unsupported", "This server makes no texels of pictures.")
}
