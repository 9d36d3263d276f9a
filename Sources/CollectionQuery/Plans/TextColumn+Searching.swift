extension TextColumn {
    /// With fewer items that are asked about in a page than this, each text is read by itself.
    private static let few = 48

    /// Adds the items whose text has a term somewhere. It may add others that were not asked about, which do not count.
    func search(_ term: SearchTerm, among items: ItemSet?, into set: inout ItemSet) {
        let scan = TextScan(term)
        var places = PlaceScan(term)
        for (number, page) in pages.enumerated() {
            guard let page else { continue }
            let first = number << TextPage.shift
            if let items, items.count(inPageOf: first) < Self.few {
                items.forEach(inPageOf: first) { item in
                    if page.has(scan, at: item & TextPage.mask) { set.insert(item) }
                }
            } else {
                page.search(&places) { word, bits in set.formUnion(bits, atWord: first >> 6 + word) }
            }
        }
    }

    /// Adds the items whose text is one of these, byte by byte.
    func select(_ texts: [String], into set: inout ItemSet) {
        let wanted = texts.map { Array($0.utf8) }
        for (number, page) in pages.enumerated() {
            guard let page else { continue }
            for slot in page.foldedEnds.indices where wanted.contains(where: { page.has($0, at: slot) }) {
                set.insert(number << TextPage.shift + slot)
            }
        }
    }

    func selectKnown(into set: inout ItemSet) {
        for (number, page) in pages.enumerated() {
            guard let page else { continue }
            for slot in page.foldedEnds.indices where page.hasText(slot) {
                set.insert(number << TextPage.shift + slot)
            }
        }
    }

    func contains(_ term: SearchTerm, at slot: Int) -> Bool {
        page(of: slot)?.has(TextScan(term), at: slot & TextPage.mask) ?? false
    }
}

extension TextPage {
    /// Whether a slot's text has a term.
    fileprivate func has(_ scan: TextScan, at slot: Int) -> Bool {
        let range = foldedRange(slot)
        return folded.withUnsafeBytes { scan.isFound(in: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }

    /// Calls `found` with bits of slots whose text has the term, and the number of the word that they belong to.
    fileprivate func search(_ places: inout PlaceScan, _ found: (Int, UInt64) -> Void) {
        folded.withUnsafeBytes { text in
            places.look(in: text)
            if places.isExact, places.numberOfBits >= foldedEnds.count / 16 {
                findMany(places.bits, found)
            } else {
                findFew(places, text, found)
            }
        }
    }

    /// Goes from place to place.
    private func findFew(_ places: PlaceScan, _ text: UnsafeRawBufferPointer, _ found: (Int, UInt64) -> Void) {
        var (slot, index, rest) = (0, 0, places.bits.first ?? 0)
        let limit = places.bits.count
        while index < limit {
            guard rest != 0 else {
                index += 1
                rest = index < limit ? places.bits[index] : 0
                continue
            }
            let place = index << 6 + rest.trailingZeroBitCount
            rest &= rest - 1
            guard place < text.count, places.isTerm(at: place, in: text) else { continue }
            while Int(foldedEnds[slot]) <= place { slot += 1 }
            found(slot >> 6, 1 << UInt64(slot & 63))
            // The rest of this text says nothing new.
            let end = Int(foldedEnds[slot])
            if end >> 6 > index {
                index = end >> 6
                rest = index < limit ? places.bits[index] : 0
            }
            rest &= .max << UInt64(end & 63)
        }
    }

    /// Avoids a branch for each slot: the processor could not predict it.
    private func findMany(_ places: [UInt64], _ found: (Int, UInt64) -> Void) {
        places.withUnsafeBufferPointer { places in
            var start = 0
            for word in 0..<((foldedEnds.count + 63) >> 6) {
                var bits: UInt64 = 0
                for slot in (word << 6)..<min(word << 6 + 64, foldedEnds.count) {
                    let end = Int(foldedEnds[slot])
                    bits |= (places.hasBit(in: start..<end) ? 1 : 0) << UInt64(slot & 63)
                    start = end
                }
                found(word, bits)
            }
        }
    }
}

extension UnsafeBufferPointer<UInt64> {
    /// Whether one of a range of bits is set. The word behind the range's last must be there.
    @inline(__always)
    fileprivate func hasBit(in range: Range<Int>) -> Bool {
        var (start, count) = (range.lowerBound, range.count)
        while count > 64 {
            if self[start >> 6] &>> UInt64(start & 63) != 0 { return true }
            (start, count) = ((start | 63) + 1, count - (64 - (start & 63)))
        }
        let (word, shift) = (start >> 6, UInt64(start & 63))
        // A shift by 64 is two shifts.
        let bits = self[word] &>> shift | (self[word + 1] &<< 1) &<< (63 - shift)
        return count > 0 && bits & ~((UInt64.max &<< 1) &<< UInt64(truncatingIfNeeded: count - 1)) != 0
    }
}
