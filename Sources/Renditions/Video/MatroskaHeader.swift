/// The header of a WebM or Matroska file (RFC 9559): elements in elements, each with its number and its size.
struct MatroskaHeader {
    /// With which every such file begins.
    static let magic: [UInt8] = [0x1a, 0x45, 0xdf, 0xa3]

    private(set) var facts = VideoFacts()
    /// ns a unit of the length.
    private var unit: Double = 1_000_000
    private var length: Double?
    private var hasInformation = false
    private var hasTracks = false
    private var track = Track()

    private struct Track {
        var isVideo = false
        var pixels = (width: 0, height: 0)
        var shown = (width: 0, height: 0)
        /// 0 where `shown` is in px; other units give a ratio only.
        var unit: UInt64 = 0
    }

    private enum Element {
        static let segment: UInt32 = 0x1853_8067
        static let information: UInt32 = 0x1549_a966
        static let tracks: UInt32 = 0x1654_ae6b
        static let track: UInt32 = 0xae
        static let video: UInt32 = 0xe0
        static let cluster: UInt32 = 0x1f43_b675
    }

    /// From 1970 to 2001, which is where such files count from.
    private static let epoch = 978_307_200

    /// - Returns: `nil` for a file without a header of this form.
    init?(_ reader: inout HeaderReader) {
        read(0..<reader.sizeBytes, in: nil, &reader)
        guard hasInformation || hasTracks else { return nil }
        if let length { facts.set(duration: length * unit / 1e9) }
    }

    private mutating func read(_ range: Range<Int>, in parent: UInt32?, _ reader: inout HeaderReader) {
        var offset = range.lowerBound
        while let (number, content, isOpen) = Self.element(at: offset, end: range.upperBound, &reader) {
            switch number {
            case Element.segment where parent == nil, Element.tracks where parent == Element.segment,
                Element.information where parent == Element.segment, Element.video where parent == Element.track:
                read(content, in: number, &reader)
                if number == Element.information { hasInformation = true }
                if number == Element.tracks { hasTracks = true }
            case Element.track where parent == Element.tracks:
                track = Track()
                read(content, in: number, &reader)
                takeTrack()
            // Live videos have no sizes: the header is before the pictures, or nowhere.
            case Element.cluster where isOpen: return
            default:
                if let parent { look(at: number, content, in: parent, &reader) }
            }
            if parent == Element.segment, hasInformation, hasTracks { return }
            offset = content.upperBound
        }
    }

    private mutating func look(
        at number: UInt32, _ content: Range<Int>, in parent: UInt32, _ reader: inout HeaderReader
    ) {
        guard [Element.information, Element.track, Element.video].contains(parent), content.count <= 8,
            let bytes = reader.bytes(at: content.lowerBound, count: content.count),
            let value = bytes.number(at: 0, bytes: bytes.count)
        else { return }
        let whole = Int(clamping: value)
        switch (parent, number) {
        case (Element.information, 0x2a_d7b1): unit = value == 0 ? unit : Double(value)
        case (Element.information, 0x4489):
            length = bytes.count == 4 ? Double(Float(bitPattern: UInt32(value))) : Double(bitPattern: value)
        case (Element.information, 0x4461):
            guard bytes.count == 8 else { return }
            facts.recorded = Int(Int64(bitPattern: value)) / 1_000_000_000 + Self.epoch
        case (Element.track, 0x83): track.isVideo = value == 1
        case (Element.video, 0xb0): track.pixels.width = whole
        case (Element.video, 0xba): track.pixels.height = whole
        case (Element.video, 0x54b0): track.shown.width = whole
        case (Element.video, 0x54ba): track.shown.height = whole
        case (Element.video, 0x54b2): track.unit = value
        default: break
        }
    }

    private mutating func takeTrack() {
        guard track.isVideo, facts.width == nil else { return }
        let isShown = track.unit == 0 && track.shown.width > 0 && track.shown.height > 0
        let size = isShown ? track.shown : track.pixels
        facts.set(width: size.width, height: size.height)
    }

    /// - Returns: an element's number, where its content is, and whether its end is not known; `nil` where there is none.
    private static func element(
        at offset: Int, end: Int, _ reader: inout HeaderReader
    ) -> (number: UInt32, content: Range<Int>, isOpen: Bool)? {
        guard offset >= 0, offset + 2 <= end, let head = reader.bytes(at: offset, count: min(12, end - offset)),
            let first = head.first
        else { return nil }
        // The zeros before the first one count the bytes that follow.
        let numberBytes = first.leadingZeroBitCount + 1
        guard numberBytes <= 4, let number = head.number(at: 0, bytes: numberBytes), numberBytes < head.count else {
            return nil
        }
        let sizeBytes = head[numberBytes].leadingZeroBitCount + 1
        guard sizeBytes <= 8, let marked = head.number(at: numberBytes, bytes: sizeBytes) else { return nil }
        let most = UInt64(1) << (7 * UInt64(sizeBytes)) - 1
        let size = marked & most
        let start = offset + numberBytes + sizeBytes
        guard start <= end else { return nil }
        let isOpen = size == most
        let count = isOpen ? end - start : Int(clamping: min(size, UInt64(end - start)))
        return (UInt32(number), start..<(start + count), isOpen)
    }
}
