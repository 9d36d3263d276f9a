import CollectionModel
import CollectionQuery

/// The measures of pictures by ordinal: two bytes an item, as far as the sharpness of any is known, and eight an item of pages in which
/// the likeness of any is.
struct MeasureTable: Sendable {
    private static let pageItems = 4096

    /// The figure and one; 0 where nothing is known.
    private var figures: [UInt16] = []
    /// The bits and one, wrapping; 0 where nothing is known. Empty pages know nothing.
    private var likenesses: [[UInt64]] = []
    /// Items of which the fields do not say yet what is known here, with what is new of them.
    private(set) var unsettled: [ItemOrdinal: PictureMeasures] = [:]

    subscript(item: ItemOrdinal) -> PictureMeasures {
        let index = Int(item.rawValue)
        let (page, slot) = index.quotientAndRemainder(dividingBy: Self.pageItems)
        var measures = PictureMeasures()
        if index < figures.count, figures[index] > 0 { measures.sharpness = Int(figures[index]) - 1 }
        if page < likenesses.count, !likenesses[page].isEmpty, likenesses[page][slot] != 0 {
            measures.likeness = Likeness(bits: likenesses[page][slot] &- 1)
        }
        return measures
    }

    /// Notes what a load has measured, unless it is known: that of the same picture in another size differs a little.
    mutating func note(_ measures: PictureMeasures, of item: ItemOrdinal) {
        let new = learn(measures, of: item)
        if !new.isEmpty { unsettled[item] = new.completed(by: unsettled[item] ?? PictureMeasures()) }
    }

    /// Takes over what is known from an earlier run, for those who set the fields themselves.
    /// - Returns: what is new of it.
    mutating func learn(_ measures: PictureMeasures, of item: ItemOrdinal) -> PictureMeasures {
        let (index, known) = (Int(item.rawValue), self[item])
        var new = PictureMeasures()
        if let figure = measures.sharpness, known.sharpness == nil {
            if index >= figures.count { figures.append(contentsOf: repeatElement(0, count: index + 1 - figures.count)) }
            figures[index] = UInt16(clamping: figure + 1)
            new.sharpness = figure
        }
        if let likeness = measures.likeness, known.likeness == nil {
            let (page, slot) = index.quotientAndRemainder(dividingBy: Self.pageItems)
            while page >= likenesses.count { likenesses.append([]) }
            if likenesses[page].isEmpty { likenesses[page] = Array(repeating: 0, count: Self.pageItems) }
            likenesses[page][slot] = likeness.bits &+ 1
            new.likeness = likeness
        }
        return new
    }

    /// The item shows another picture.
    mutating func forget(_ item: ItemOrdinal) {
        let (index, known) = (Int(item.rawValue), self[item])
        guard !known.isEmpty else { return }
        if known.sharpness != nil { figures[index] = 0 }
        if known.likeness != nil { likenesses[index / Self.pageItems][index % Self.pageItems] = 0 }
        unsettled[item] = PictureMeasures()
    }

    /// - Returns: the items whose fields are to be set, ascending, with what is new of them.
    mutating func takeUnsettled() -> [(item: ItemOrdinal, new: PictureMeasures)] {
        defer { unsettled = [:] }
        return unsettled.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
