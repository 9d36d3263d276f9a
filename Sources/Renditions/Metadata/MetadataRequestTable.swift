import GridEngine

/// Finds requests by item: open addressing over their indices, four to eight bytes an item.
struct MetadataRequestTable {
    private let items: [MetadataRequest]
    /// A power of two, at most half full; the index and one, 0 for a free place.
    private var places: [UInt32]

    init(_ items: [MetadataRequest]) {
        precondition(items.count < Int(UInt32.max), "\(items.count) items are too many")
        self.items = items
        var count = 16
        while count < 2 * items.count { count *= 2 }
        places = Array(repeating: 0, count: count)
        for index in items.indices {
            var place = Self.hash(items[index].item.utf8) & (count - 1)
            while places[place] != 0 { place = (place + 1) & (count - 1) }
            places[place] = UInt32(index + 1)
        }
    }

    func index(of item: String) -> Int? {
        var place = Self.hash(item.utf8) & (places.count - 1)
        while places[place] != 0 {
            let index = Int(places[place]) - 1
            if items[index].item == item { return index }
            place = (place + 1) & (places.count - 1)
        }
        return nil
    }

    private static func hash(_ bytes: String.UTF8View) -> Int {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        return Int(truncatingIfNeeded: hash ^ hash >> 32)
    }
}

/// What a reader of metadata has done.
package struct MetadataStatistics: Sendable, Equatable {
    /// Items that an earlier run had read.
    package var known: Int
    /// Items that were read, or could not be.
    package var read: Int
    /// Files that ended a worker.
    package var crashed: Int

    package init(known: Int = 0, read: Int = 0, crashed: Int = 0) {
        (self.known, self.read, self.crashed) = (known, read, crashed)
    }

    static func += (left: inout MetadataStatistics, right: MetadataStatistics) {
        left.known += right.known
        left.read += right.read
        left.crashed += right.crashed
    }
}
