extension TextColumn {
    /// Sorts items by their texts, stable: by the first bytes of the sorted form, then those that are equal by the next.
    func sort(_ items: inout [UInt32], descending: Bool) {
        var known: [UInt32] = []
        var missing: [UInt32] = []
        for item in items {
            if page(of: Int(item))?.hasText(Int(item) & TextPage.mask) == true {
                known.append(item)
            } else {
                missing.append(item)
            }
        }
        sort(&known, from: 0, descending: descending)
        items = known + missing
    }

    /// - Precondition: the items have texts.
    private func sort(_ items: inout [UInt32], from byte: Int, descending: Bool) {
        // Sixteen bytes at once, while the texts are read in the sequence in which they are in memory.
        let (high, low) = prefixes(of: items, from: byte, descending: descending)
        var places = (0..<UInt32(items.count)).map { $0 }
        var keys = low
        RadixSort.sort(&places, by: &keys)
        for index in places.indices { keys[index] = high[Int(places[index])] }
        RadixSort.sort(&places, by: &keys)
        items = places.map { items[Int($0)] }
        var start = 0
        while start < items.count {
            let last = low[Int(places[start])]
            var end = start + 1
            while end < items.count, keys[end] == keys[start], low[Int(places[end])] == last { end += 1 }
            // Texts that end within these bytes are equal.
            if end - start > 1, (descending ? ~last : last) & 0xFF != 0 {
                var tied = Array(items[start..<end])
                sort(&tied, from: byte + 16, descending: descending)
                items.replaceSubrange(start..<end, with: tied)
            }
            start = end
        }
    }

    /// The first and the second eight bytes of each item's sorted form.
    private func prefixes(
        of items: [UInt32], from byte: Int, descending: Bool
    ) -> (high: [UInt64], low: [UInt64]) {
        var low: [UInt64] = []
        low.reserveCapacity(items.count)
        let high = items.map { item in
            let page = pages[Int(item) >> TextPage.shift].unsafelyUnwrapped
            let window = page.sortWindow(Int(item) & TextPage.mask, from: byte)
            low.append(descending ? ~window.low : window.low)
            return descending ? ~window.high : window.high
        }
        return (high, low)
    }

    /// What an item is sorted by; `nil` without a text.
    func sortText(_ slot: Int) -> SortText? {
        guard let page = page(of: slot), page.hasText(slot & TextPage.mask) else { return nil }
        return page.sortText(slot & TextPage.mask)
    }
}

extension TextPage {
    /// Sixteen bytes of a slot's sorted form, zeros behind its end. Makes no copy, but of texts with Hangul.
    /// - Precondition: there is a text.
    fileprivate func sortWindow(_ slot: Int, from byte: Int) -> SortWindow {
        var window = SortWindow(first: byte)
        let range = foldedRange(slot)
        let isWhole = folded.withUnsafeBufferPointer { folded in
            SortText.forEachByte(of: UnsafeBufferPointer(rebasing: folded[range])) { byte in
                if byte < 0x20 || 0x41...0x5A ~= byte { return false }
                return window.put(byte)
            }
        }
        if isWhole || window.isFull { return window }
        window = SortWindow(first: byte)
        for byte in sortText(slot).bytes where !window.put(byte) { break }
        return window
    }

    /// - Precondition: there is a text.
    fileprivate func sortText(_ slot: Int) -> SortText {
        let folded = folded[foldedRange(slot)]
        // Keys of Hangul are capitals and control characters: only then the syllables are needed.
        return folded.allSatisfy { $0 >= 0x20 && !(0x41...0x5A ~= $0) }
            ? SortText(folded: Array(folded)) : SortText(text(slot)!)
    }
}

/// Sixteen bytes out of a sequence, the first of them at a distance from its begin.
private struct SortWindow {
    private var ahead: Int
    private var count = 0
    private var values = SIMD2<UInt64>(0, 0)

    init(first: Int) { ahead = first }

    var isFull: Bool { count == 16 }
    var high: UInt64 { count >= 8 ? values[0] : count == 0 ? 0 : values[0] << UInt64(8 * (8 - count)) }
    var low: UInt64 { isFull ? values[1] : count <= 8 ? 0 : values[1] << UInt64(8 * (16 - count)) }

    /// - Returns: whether there is room for more.
    @inline(__always)
    mutating func put(_ byte: UInt8) -> Bool {
        if ahead > 0 {
            ahead -= 1
            return true
        }
        if count < 8 { values[0] = values[0] << 8 | UInt64(byte) } else { values[1] = values[1] << 8 | UInt64(byte) }
        count += 1
        return count < 16
    }
}
