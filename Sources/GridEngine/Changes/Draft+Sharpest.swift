import CollectionModel

extension Draft {
    /// Items that are looked at, at least, before the answer says how many are not measured: all changes wait meanwhile.
    private static let refusedItems = 10_000

    /// The sharpest of some pictures, with all of their files that are among the items. Of equals, the first ones.
    /// - Parameters:
    ///   - count: the number of pictures.
    ///   - items: in the draft, each once.
    /// - Returns: their items, the sharpest first.
    /// - Throws: `.conflict` where a picture is not measured: it may be the sharpest.
    /// - Complexity: O(k log k) for k items, and O(log n) for each to find its other files.
    func sharpest(_ count: Int, of items: [ItemOrdinal]) throws(GridError) -> [ItemOrdinal] {
        let all = Set(items)
        var seen: Set<ItemOrdinal> = []
        var pictures: [(files: [ItemOrdinal], figure: Int)] = []
        var unknown = 0
        for item in items where !seen.contains(item) {
            // The RAW file of a pair is not measured.
            let files = files(of: item).filter { all.contains($0) }
            seen.formUnion(files)
            let figure = collection.state.withLock { state in
                files.compactMap { state.measures[$0].sharpness }.max()
            }
            if let figure { pictures.append((files, figure)) } else { unknown += 1 }
            guard unknown == 0 || seen.count < Self.refusedItems else { break }
        }
        guard unknown == 0 else { throw .conflict(.unmeasured(unknown, of: pictures.count + unknown)) }
        let sorted = pictures.indices.sorted { (-pictures[$0].figure, $0) < (-pictures[$1].figure, $1) }
        return sorted.prefix(count).flatMap { pictures[$0].files }
    }
}

extension Reason {
    /// - Parameters:
    ///   - unknown: pictures whose sharpness is not known.
    ///   - count: of all that were asked about.
    /// - Returns: what is to be done about them.
    static func unmeasured(_ unknown: Int, of count: Int) -> Reason {
        Reason(
            "unmeasured",
            "How sharp \(unknown) of the \(count) pictures are is not known yet: look at them at 960 px or more.",
            values: ["count": "\(unknown)", "total": "\(count)"])
    }

    static var sharpestElsewhere: Reason {
        Reason(
            "sharpest-elsewhere",
            "In an album, the sharpest cannot be asked for. Ask in the collection of the pictures.")
    }
}
