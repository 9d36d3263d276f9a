/// The form of the store's change log: one format byte, then eight members, each its count and its rows, all as LEB128
/// integers; ascending columns as differences. A move in ten million items takes about 20 bytes. Where many items are configured
/// again, these are runs of ordinals (format 2): 200,000 in a row take a few bytes. Where titles change, two more members follow
/// (formats 3 and 4): sections, and 1 for the collection's own.
extension Patch {
    private static let format: UInt8 = 1
    private static let formatWithRuns: UInt8 = 2
    /// Added to the number of a format that has titles.
    private static let titles: UInt8 = 2
    /// Reconfigured items from which on they are written as runs.
    private static let runsFrom = 64
    /// Number of all ordinals: the limit for bytes that this process encoded itself.
    package static let ordinalCount = 1 << 32

    package func encode() -> [UInt8] {
        // A patch that was read may have them in any order, in which no runs can be written.
        let hasRuns =
            reconfigures.count >= Self.runsFrom
            && zip(reconfigures, reconfigures.dropFirst()).allSatisfy { $0.rawValue < $1.rawValue }
        let format = hasRuns ? Self.formatWithRuns : Self.format
        var out = VarintWriter(format: changesTitles ? format + Self.titles : format)
        out.append(deletes.count)
        var path = IndexPath(0, 0)
        for delete in deletes {
            out.append(delete.from, after: &path)
            out.append(Int(delete.item.rawValue))
        }
        out.append(inserts.count)
        path = IndexPath(0, 0)
        for insert in inserts {
            out.append(insert.at, after: &path)
            out.append(Int(insert.item.rawValue))
        }
        out.append(moves.count)
        path = IndexPath(0, 0)
        for move in moves {
            out.append(move.from, after: &path)
            out.append(move.toAfter.section)
            out.append(move.toAfter.item)
            out.append(Int(move.item.rawValue))
        }
        out.append(reloads.count)
        for item in reloads { out.append(Int(item.rawValue)) }
        if hasRuns {
            out.append(runsOf: reconfigures)
        } else {
            out.append(reconfigures.count)
            for item in reconfigures { out.append(Int(item.rawValue)) }
        }
        out.append(deleteSections.count)
        for delete in deleteSections {
            out.append(delete.from)
            out.append(Int(delete.section.rawValue))
        }
        out.append(insertSections.count)
        for insert in insertSections {
            out.append(insert.at)
            out.append(Int(insert.section.rawValue))
        }
        out.append(moveSections.count)
        for move in moveSections {
            out.append(move.from)
            out.append(move.toAfter)
            out.append(Int(move.section.rawValue))
        }
        if changesTitles {
            out.append(reconfigureSections.count)
            for section in reconfigureSections { out.append(Int(section.rawValue)) }
            out.append(changesTitle ? 1 : 0)
        }
        return out.bytes
    }

    /// Reads what `encode` wrote. Whether it fits a snapshot is checked when it is applied.
    ///
    /// A run of two bytes may stand for any number of items. `itemCount` therefore bounds the time and the memory that bytes can
    /// cost: O(bytes + `itemCount`).
    /// - Parameters:
    ///   - bytes: of any origin.
    ///   - itemCount: how many items have an ordinal; those in runs are below it.
    /// - Throws: `.damaged` when the bytes are anything else.
    package init(decoding bytes: [UInt8], itemCount: Int) throws(PatchError) {
        let hasTitles = bytes.first.map { $0 > Self.formatWithRuns } ?? false
        let hasRuns = bytes.first.map { $0 % 2 == 0 } ?? false
        let format = hasRuns ? Self.formatWithRuns : Self.format
        var input = try VarintReader(bytes, format: hasTitles ? format + Self.titles : format)
        self.init()
        var path = IndexPath(0, 0)
        for _ in 0..<(try input.readCount()) {
            deletes.append(Delete(from: try input.readPath(after: &path), item: ItemOrdinal(try input.readOrdinal())))
        }
        path = IndexPath(0, 0)
        for _ in 0..<(try input.readCount()) {
            inserts.append(Insert(at: try input.readPath(after: &path), item: ItemOrdinal(try input.readOrdinal())))
        }
        path = IndexPath(0, 0)
        for _ in 0..<(try input.readCount()) {
            let from = try input.readPath(after: &path)
            let toAfter = IndexPath(try input.read(), try input.read())
            moves.append(Move(item: ItemOrdinal(try input.readOrdinal()), from: from, toAfter: toAfter))
        }
        for _ in 0..<(try input.readCount()) { reloads.append(ItemOrdinal(try input.readOrdinal())) }
        if hasRuns {
            reconfigures = try input.readRuns(below: itemCount)
        } else {
            for _ in 0..<(try input.readCount()) { reconfigures.append(ItemOrdinal(try input.readOrdinal())) }
        }
        for _ in 0..<(try input.readCount()) {
            deleteSections.append(
                SectionDelete(from: try input.read(), section: SectionOrdinal(try input.readOrdinal())))
        }
        for _ in 0..<(try input.readCount()) {
            insertSections.append(SectionInsert(at: try input.read(), section: SectionOrdinal(try input.readOrdinal())))
        }
        for _ in 0..<(try input.readCount()) {
            let (from, toAfter) = (try input.read(), try input.read())
            moveSections.append(
                SectionMove(section: SectionOrdinal(try input.readOrdinal()), from: from, toAfter: toAfter))
        }
        if hasTitles {
            for _ in 0..<(try input.readCount()) {
                reconfigureSections.append(SectionOrdinal(try input.readOrdinal()))
            }
            changesTitle = try input.read() == 1
            guard changesTitles else { throw .damaged(offset: input.offset) }
        }
        guard input.isAtEnd else { throw .damaged(offset: input.offset) }
    }
}
