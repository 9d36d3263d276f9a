/// Keeps texels between runs, and writes pictures of many. Any thread.
package protocol TexelStore: Sendable {
    /// Where the texels of a collection are kept.
    func shelf(of collection: String) -> any TexelShelf

    /// A picture of sRGB pixels, three bytes each, whose blocks of 8 × 8 pixels share no colour. `nil` where none can be written.
    func sheet(ofPixels rgb: [UInt8], width: Int, height: Int) -> (bytes: [UInt8], contentType: String)?
}

/// The texels of one collection in slots by ordinal. Each slot has the tag of the item and its content that it is of: what has another tag
/// counts as not there. Methods block on the disk; any thread, but for `setWords`, which its caller calls one at a time.
package protocol TexelShelf: Sendable {
    /// Slots of a block of words.
    var blockSlots: Int { get }

    /// The words of a block with their tags; `nil` where there are none that can be trusted.
    func words(inBlock block: Int) -> [TexelSlot]?

    /// Writes the block of each once.
    /// - Returns: whether all were kept.
    @discardableResult
    func setWords(_ slots: [TexelSlot], of ordinals: [UInt32]) -> Bool

    /// Keeps the pixels of a texel in some sizes, as far as there is room.
    /// - Returns: the sizes that are kept.
    func keep(_ texel: Texel, in sizes: [TexelSize], tag: UInt32, of ordinal: UInt32) -> [TexelSize]

    /// Reads the pixels of many items. `body` is called with the place of each whose slot is whole and has the tag, in no order.
    /// `slots` ascend by ordinal.
    func read(_ size: TexelSize, _ slots: [TexelPlace], _ body: (TexelPlace, UnsafeRawBufferPointer) -> Void)

    /// Prepares for as many items: mean colours of all have room before pixels of any.
    func reserve(items: Int)

    /// The sizes that there is room for, of all items for which it is prepared.
    var keptSizes: [TexelSize] { get }

    /// What pixels would find that were to be kept now.
    var room: TexelRoom { get }

    /// Removes all that is kept: the collection is gone.
    func remove()
}

/// The room for pixels of texels that are known without them, or by fewer.
package struct TexelRoom: Sendable {
    /// The sizes that are kept of all items and have room now.
    package var sizes: [TexelSize]
    /// Whether the disk has refused a write a short time ago, so that none is tried.
    package var isPaused: Bool

    package init(sizes: [TexelSize], isPaused: Bool) { (self.sizes, self.isPaused) = (sizes, isPaused) }

    /// Whether pixels of a texel that is known would be kept if they were there again.
    func isLacked(by word: TexelWord) -> Bool { word.hasColour && sizes.contains { !word.has($0) } }
}

/// A word and the tag of what it is of.
package struct TexelSlot: Sendable, Equatable {
    package var tag: UInt32
    package var word: TexelWord

    package init(tag: UInt32, word: TexelWord) {
        self.tag = tag
        self.word = word
    }
}

/// A texel to be read, and where it goes.
package struct TexelPlace: Sendable {
    package var ordinal: UInt32
    package var tag: UInt32
    /// Among those that are asked for.
    package var place: Int

    package init(ordinal: UInt32, tag: UInt32, place: Int) {
        self.ordinal = ordinal
        self.tag = tag
        self.place = place
    }
}
