import CollectionModel

/// The stacks of a collection: items that are one cell where stacks are folded. An item is in one stack at most, a stack has two
/// members or more, and one of them is its face.
///
/// A value: a copy shares the pages, and a change copies those that it touches. Eight bytes an item, for pages of 1,024 items of which
/// one is in a stack.
package struct StackTable: Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        /// One picture in several files.
        case pair = 1
        /// Made by people.
        case hand
        /// Shots of one camera, each soon after the one before.
        case burst

        /// As documents name it.
        package var name: String {
            switch self {
            case .pair: "pair"
            case .hand: "hand"
            case .burst: "burst"
            }
        }
    }

    private struct Page: Sendable {
        static let shift = 10
        static let count = 1 << shift
        static let mask = count - 1

        /// The next member of each item's stack; the last one's is the first.
        var next = [UInt32](repeating: 0, count: Page.count)
        /// The face of each item's stack, with its kind in the upper two bits; 0 of an item that is in none.
        var faces = [UInt32](repeating: 0, count: Page.count)
    }

    private static let ordinalMask: UInt32 = 1 << 30 - 1

    private var pages: [Page?] = []
    /// The number of stacks.
    package private(set) var count = 0
    /// The number of members that are no faces.
    package private(set) var hiddenCount = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }

    package var sizeBytes: Int { pages.reduce(pages.count * 16) { $0 + ($1 == nil ? 0 : Page.count * 8) } }

    /// Items from here on are in no stack.
    var limit: Int { pages.count << Page.shift }

    @inline(__always)
    private func entry(_ item: ItemOrdinal) -> UInt32 {
        let slot = Int(item.rawValue)
        guard slot >> Page.shift < pages.count, let page = pages[slot >> Page.shift] else { return 0 }
        return page.faces[slot & Page.mask]
    }

    /// The face of the stack that an item is in; `nil` of an item that is in none.
    package func face(of item: ItemOrdinal) -> ItemOrdinal? {
        let entry = entry(item)
        return entry == 0 ? nil : ItemOrdinal(entry & Self.ordinalMask)
    }

    package func kind(of item: ItemOrdinal) -> Kind? { Kind(rawValue: UInt8(entry(item) >> 30)) }

    /// Whether an item has no cell of its own where stacks are folded.
    func isHidden(_ item: ItemOrdinal) -> Bool {
        let entry = entry(item)
        return entry != 0 && entry & Self.ordinalMask != item.rawValue
    }

    /// The members of the stack that an item is in, its face first; the item alone where it is in none. O(members).
    package func members(of item: ItemOrdinal) -> [ItemOrdinal] {
        guard let face = face(of: item) else { return [item] }
        var members = [face]
        var next = self.next(face)
        while next != face {
            members.append(next)
            next = self.next(next)
        }
        return members
    }

    private func next(_ item: ItemOrdinal) -> ItemOrdinal {
        let slot = Int(item.rawValue)
        return ItemOrdinal(pages[slot >> Page.shift]!.next[slot & Page.mask])
    }

    /// Makes a stack.
    /// - Parameters:
    ///   - members: two or more, in no stack, its face first.
    ///   - kind: of the stack.
    package mutating func make(_ members: ArraySlice<ItemOrdinal>, _ kind: Kind) {
        precondition(members.count > 1, "a stack of \(members.count)")
        let face = members[members.startIndex]
        for index in members.indices {
            let item = members[index]
            precondition(entry(item) == 0, "\(item) is in a stack")
            let next = index + 1 == members.endIndex ? face : members[index + 1]
            set(item, next: next.rawValue, face: face.rawValue | UInt32(kind.rawValue) << 30)
        }
        count += 1
        hiddenCount += members.count - 1
    }

    /// Takes apart the stack that an item is in.
    /// - Returns: those that were its members; the item alone where it was in none.
    @discardableResult
    package mutating func dissolve(_ item: ItemOrdinal) -> [ItemOrdinal] {
        let members = members(of: item)
        guard members.count > 1 else { return members }
        for member in members { set(member, next: 0, face: 0) }
        count -= 1
        hiddenCount -= members.count - 1
        return members
    }

    private mutating func set(_ item: ItemOrdinal, next: UInt32, face: UInt32) {
        let (number, slot) = (Int(item.rawValue) >> Page.shift, Int(item.rawValue) & Page.mask)
        while pages.count <= number { pages.append(nil) }
        if pages[number] == nil { pages[number] = Page() }
        pages[number]!.next[slot] = next
        pages[number]!.faces[slot] = face
    }

    /// All members of stacks, ascending.
    package var items: [ItemOrdinal] {
        var items: [ItemOrdinal] = []
        items.reserveCapacity(count + hiddenCount)
        for (number, page) in pages.enumerated() {
            for (slot, face) in (page?.faces ?? []).enumerated() where face != 0 {
                items.append(ItemOrdinal(UInt32(number << Page.shift + slot)))
            }
        }
        return items
    }

    /// The items whose stack is another one in `other`. O(n).
    package func differences(from other: StackTable) -> Set<ItemOrdinal> {
        var differing: Set<ItemOrdinal> = []
        for item in Set(items).union(other.items) where !differing.contains(item) {
            guard kind(of: item) != other.kind(of: item) || members(of: item) != other.members(of: item) else {
                continue
            }
            differing.formUnion(members(of: item))
            differing.formUnion(other.members(of: item))
        }
        return differing
    }

    /// Calls `body` with each member that is no face, and its face.
    func forEachHidden(_ body: (_ item: UInt32, _ face: UInt32) -> Void) {
        for (number, page) in pages.enumerated() {
            guard let page else { continue }
            page.faces.withUnsafeBufferPointer { faces in
                for slot in 0..<Page.count where faces[slot] != 0 {
                    let (item, face) = (UInt32(number << Page.shift + slot), faces[slot] & Self.ordinalMask)
                    if item != face { body(item, face) }
                }
            }
        }
    }
}
