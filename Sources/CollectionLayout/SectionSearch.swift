/// The last index whose value the test holds for; it must hold for a prefix. −1 when it holds for none.
func lastIndex<Value>(in values: [Value], where holds: (Value) -> Bool) -> Int {
    var low = 0
    var high = values.count
    while low < high {
        let middle = (low + high) / 2
        if holds(values[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - 1
}

/// Headers of the sections that meet `rect`, where `tops` are the top edges of the sections and the content's height.
func sectionHeaders(in rect: Rect, tops: [Double], width: Double, headerHeight: Double) -> [HeaderElement] {
    let sectionCount = tops.count - 1
    guard headerHeight > 0, !rect.isEmpty, sectionCount > 0, rect.minX < width, rect.maxX > 0 else { return [] }
    var elements: [HeaderElement] = []
    var section = max(0, lastIndex(in: tops) { $0 <= rect.minY })
    while section < sectionCount, tops[section] < rect.maxY {
        let frame = Rect(x: 0, y: tops[section], width: width, height: tops[section + 1] - tops[section])
        if frame.meets(rect) {
            let header = Rect(x: 0, y: frame.y, width: width, height: headerHeight)
            elements.append(HeaderElement(section: section, frame: header, sectionFrame: frame))
        }
        section += 1
    }
    return elements
}
