/// Scans of whole columns: about a nanosecond an item, since a page's cells follow each other in memory.
extension NarrowColumn {
    /// Adds the items whose values are in one of a page's ranges of cells.
    func select(into set: inout ItemSet, _ ranges: (NarrowCells) -> [ClosedRange<UInt64>]) {
        withCells { pages in
            for (number, page) in pages.enumerated() where page.width > 0 {
                for range in ranges(page) {
                    switch page.width {
                    case 1: Self.select(page, UInt8.self, range, number, &set)
                    case 2: Self.select(page, UInt16.self, range, number, &set)
                    case 4: Self.select(page, UInt32.self, range, number, &set)
                    default: Self.select(page, UInt64.self, range, number, &set)
                    }
                }
            }
        }
    }

    func select(_ ranges: [ClosedRange<Int64>], into set: inout ItemSet) {
        select(into: &set) { page in ranges.compactMap { page.cells(of: $0) } }
    }

    func selectKnown(into set: inout ItemSet) { select([.min ... .max], into: &set) }

    /// Adds the items whose value is wanted: some nanoseconds an item.
    func select(into set: inout ItemSet, where isWanted: (Int64) -> Bool) {
        withCells { pages in
            for (number, page) in pages.enumerated() where page.width > 0 {
                for word in 0..<(NarrowPage.count >> 6) {
                    var bits: UInt64 = 0
                    for slot in 0..<64 {
                        guard let value = page.value(word << 6 + slot), isWanted(value) else { continue }
                        bits |= 1 << UInt64(slot)
                    }
                    if bits != 0 { set.formUnion(bits, atWord: number << (NarrowPage.shift - 6) + word) }
                }
            }
        }
    }

    /// Adds the items whose value is the index of a true element.
    func select(where isWanted: [Bool], into set: inout ItemSet) {
        guard isWanted.contains(true) else { return }
        withCells { pages in
            for (number, page) in pages.enumerated() where page.width > 0 {
                let byCell = page.width == 1 ? page.byCell(isWanted) : []
                for word in 0..<(NarrowPage.count >> 6) {
                    var bits: UInt64 = 0
                    if page.width == 1 {
                        let cells = page.cells.unsafelyUnwrapped + word << 6
                        byCell.withUnsafeBufferPointer { byCell in
                            for slot in 0..<64 {
                                bits |= byCell[Int(cells.load(fromByteOffset: slot, as: UInt8.self))] << UInt64(slot)
                            }
                        }
                    } else {
                        for slot in 0..<64 {
                            guard let value = page.value(word << 6 + slot), isWanted[Int(value)] else { continue }
                            bits |= 1 << UInt64(slot)
                        }
                    }
                    if bits != 0 { set.formUnion(bits, atWord: number << (NarrowPage.shift - 6) + word) }
                }
            }
        }
    }

    private static func select<Cell: UnsignedInteger & FixedWidthInteger & BitwiseCopyable>(
        _ page: NarrowCells, _: Cell.Type, _ range: ClosedRange<UInt64>, _ number: Int, _ set: inout ItemSet
    ) {
        let (first, span) = (Cell(range.lowerBound), Cell(range.upperBound - range.lowerBound))
        let cells = page.cells.unsafelyUnwrapped.assumingMemoryBound(to: Cell.self)
        for word in 0..<(NarrowPage.count >> 6) {
            var bits: UInt64 = 0
            for slot in 0..<64 {
                // Below the range wraps to above it.
                bits |= (cells[word << 6 + slot] &- first <= span ? 1 : 0) << UInt64(slot)
            }
            if bits != 0 { set.formUnion(bits, atWord: number << (NarrowPage.shift - 6) + word) }
        }
    }
}

extension NarrowCells {
    /// For each cell of a byte, 1 when its value is the index of a true element.
    fileprivate func byCell(_ isWanted: [Bool]) -> [UInt64] {
        (0...255).map { cell in
            let index = Int(base) + cell - 1
            return cell > 0 && index >= 0 && index < isWanted.count && isWanted[index] ? 1 : 0
        }
    }
}
