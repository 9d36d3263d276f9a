/// Numbers by item: integers in the width that a page's range needs, and eight bytes each in pages that hold a fraction.
struct NumberColumn: Sendable {
    private(set) var cells = NarrowColumn()

    func value(_ slot: Int) -> Double? {
        guard let page = cells.page(of: slot), let value = NarrowCells(page).value(slot & NarrowPage.mask) else {
            return nil
        }
        return Self.number(value, isFloating: page.isFloating)
    }

    @discardableResult
    mutating func set(_ slot: Int, to number: Double?) -> Bool {
        guard let number else { return cells.set(slot, to: nil) }
        let page = cells.page(of: slot)
        let integer = Int64(exactly: number).flatMap { $0.magnitude < 1 << 53 ? $0 : nil }
        if page?.isFloating != true {
            if let integer { return cells.set(slot, to: integer) }
            let floating = NarrowPage(width: 8, base: .min, isFloating: true)
            page?.forEachValue { own, value in floating.setCell(own, floating.cell(for: Double(value).orderedBits)!) }
            cells.replace(floating, at: slot >> NarrowPage.shift)
        }
        return cells.set(slot, to: number.orderedBits)
    }

    mutating func reserve(_ count: Int) { cells.reserve(count) }

    static func number(_ value: Int64, isFloating: Bool) -> Double {
        isFloating ? Double(orderedBits: value) : Double(value)
    }
}

extension Double {
    /// The number as an integer that is ordered as numbers are. Not for NaN.
    var orderedBits: Int64 {
        let bits = Int64(bitPattern: bitPattern)
        return bits >= 0 ? bits : bits ^ .max
    }

    init(orderedBits: Int64) {
        self.init(bitPattern: UInt64(bitPattern: orderedBits >= 0 ? orderedBits : orderedBits ^ .max))
    }
}
