import CollectionModel
import Hashing

/// A block of a viewer's order that is asked for as texels.
package struct SheetRequest: Sendable {
    package var version: Int
    /// Flat index of the first item.
    package var index: Int
    package var count: Int
    /// `nil` for mean colours.
    package var size: TexelSize?
    /// Cells in a row of the picture.
    package var columns: Int
    /// Whether there is to be a picture: else marks and matches alone, for which no texel is looked at.
    package var hasPicture: Bool
    package var hasMarks: Bool
    /// A result of the same collection, of which it is said which items it has.
    package var matches: String?

    package init(
        version: Int, index: Int, count: Int, size: TexelSize?, columns: Int, hasPicture: Bool = true,
        hasMarks: Bool = false, matches: String? = nil
    ) {
        (self.version, self.index, self.count) = (version, index, count)
        (self.size, self.columns, self.hasPicture) = (size, columns, hasPicture)
        (self.hasMarks, self.matches) = (hasMarks, matches)
    }

    static let colourLimit = 2_097_152
    static let smallLimit = 65_536
    static let largeLimit = 16_384

    /// Maximum items of one sheet.
    package static func countLimit(_ size: TexelSize?) -> Int {
        switch size {
        case .large: largeLimit
        case .small: smallLimit
        case nil: colourLimit
        }
    }

    /// Maximum px of a side of the picture.
    package static let sideLimit = 16_384
    package static let columnLimit = 8192
}

/// The answer to a `SheetRequest`.
package struct Sheet: Sendable {
    package var version: Int
    package var index: Int
    package var count: Int
    package var size: TexelSize?
    package var columns: Int
    package var hasPicture = true
    /// How many slots need not be asked for again.
    package var known: Int
    /// The sizes that there is room for, of all items.
    package var kept: [TexelSize] = []
    /// Mean colours are four bytes each, the last one with the state.
    package var contentType: String?
    package var picture: [UInt8]
    /// A byte a slot; of pictures alone.
    package var states: [UInt8] = []
    package var marks: [UInt8] = []
    /// A bit a slot, the lowest one of a byte first.
    package var matches: [UInt8] = []
    /// Changes with what is in it.
    package var tag: UInt64
}

/// The state of a slot, as a page reads it.
enum SlotState: UInt8 {
    case unknown, colour, texel, damaged, failed, withoutPicture

    /// `isDrawn` says whether pixels of it are shown; else its mean colour is.
    init(_ word: TexelWord, isDrawn: Bool) {
        switch word.state {
        case .unknown: self = .unknown
        case .known: self = isDrawn ? .texel : .colour
        case .damaged: self = .damaged
        case .failed: self = .failed
        case .withoutPicture: self = .withoutPicture
        }
    }

    /// How a mean colour says it.
    var alpha: UInt8 {
        switch self {
        case .unknown: 0
        case .colour, .texel: 255
        case .damaged: 254
        case .failed: 253
        case .withoutPicture: 252
        }
    }
}

/// A hash that goes on (FNV-1a over words): finds changes, not malice.
struct SheetHash {
    private(set) var value: UInt64

    init(_ salt: UInt64) { value = FNV1a.basis64 ^ salt }

    mutating func add(_ number: UInt64) {
        value = FNV1a.hash64(word: number, continuing: value)
        value ^= value >> 31
    }
}
