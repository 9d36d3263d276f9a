import GridEngine

/// Messages on the socket between the server and its workers: fixed heads, least significant byte first.
///
/// The server reads answers as if their writer were hostile: a worker has seen the picture.
enum WorkerMessage {
    /// "LAD1".
    static let magic: UInt32 = 0x3144_414c
    /// Bytes of one rendition at most; the widest step needs 4 MiB in the worst case.
    static let renditionLimit = 64 << 20
    /// Maximum bytes of an encoded reason.
    static let reasonLimit = 1024
    /// Renditions in one answer at most.
    static let countLimit = 2

    /// A worker's first message, once it is confined and ready. A worker that ends without it could not start.
    struct Hello: Equatable {
        static let byteCount = 8

        /// Said before the first picture arrives, and so the truth.
        var confinement: Confinement

        init(_ confinement: Confinement) {
            self.confinement = confinement
        }

        var encoded: [UInt8] {
            var bytes: [UInt8] = []
            for word in [WorkerMessage.magic, confinement.rawValue] { bytes.append(littleEndian: word) }
            return bytes
        }

        /// `nil` for anything but a worker's first words.
        init?(_ bytes: [UInt8]) {
            guard bytes.count == Self.byteCount, bytes.word(at: 0) == WorkerMessage.magic else { return nil }
            confinement = Confinement(rawValue: bytes.word(at: 4))
        }
    }

    /// A request to a worker. The picture comes along as a descriptor.
    struct Request: Equatable {
        enum Kind: UInt32 {
            case decode = 1
            /// Calls off the decode of the same number; harmless when it has ended.
            case cancel = 2
            /// Like `decode`, for a picture that was answered with `heavy`.
            case decodeHeavy = 3
            /// Asks for the metadata of a file instead of its picture.
            case metadata = 4
            /// Asks for a document of XMP with changes; both are in the file.
            case sidecar = 5

            fileprivate var hasForms: Bool { self == .decode || self == .decodeHeavy }
        }

        /// The kind of the file's contents, by its name.
        enum Content: UInt32 {
            case picture, raw, video
        }

        static let byteCount = 44
        private static let none = UInt32.max
        /// In the place of a width; the region follows the forms.
        private static let region = UInt32.max - 1

        var kind: Kind
        var number: UInt32
        /// One or two of a decode; a region is the only one.
        var forms: [RenditionForm]
        var content: Content

        var encoded: [UInt8] {
            var bytes: [UInt8] = []
            bytes.reserveCapacity(Self.byteCount)
            let forms = forms.map(Self.word) + [Self.none, Self.none]
            let head = [WorkerMessage.magic, kind.rawValue, number]
            for word in head + forms.prefix(2) + regionWords + [content.rawValue] {
                bytes.append(littleEndian: word)
            }
            return bytes
        }

        init(kind: Kind, number: UInt32, forms: [RenditionForm] = [], content: Content = .picture) {
            self.kind = kind
            self.number = number
            self.forms = forms
            self.content = content
        }

        private var regionWords: [UInt32] {
            guard case .region(let region)? = forms.first else { return [0, 0, 0, 0, 0] }
            return [region.x, region.y, region.width, region.height, region.shrink].map { UInt32(clamping: $0) }
        }

        /// A width in px; 0 for the preview.
        private static func word(_ form: RenditionForm) -> UInt32 {
            switch form {
            case .preview: 0
            case .width(let width): min(UInt32(clamping: width), region - 1)
            case .region: region
            }
        }

        /// `nil` for anything but a request.
        init?(_ bytes: [UInt8]) {
            guard bytes.count == Self.byteCount, bytes.word(at: 0) == WorkerMessage.magic,
                let kind = Kind(rawValue: bytes.word(at: 4)), let content = Content(rawValue: bytes.word(at: 40))
            else { return nil }
            let forms = [bytes.word(at: 12), bytes.word(at: 16)].filter { $0 != Self.none }
            guard forms.isEmpty != kind.hasForms else { return nil }
            guard let first = forms.first, first == Self.region else {
                let widths = forms.filter { $0 != Self.region }
                self.init(
                    kind: kind, number: bytes.word(at: 8), forms: widths.map { $0 == 0 ? .preview : .width(Int($0)) },
                    content: content)
                return
            }
            let words = stride(from: 20, to: 40, by: 4).map { Int(bytes.word(at: $0)) }
            guard
                let region = PictureRegion(
                    x: words[0], y: words[1], width: words[2], height: words[3], shrink: words[4])
            else { return nil }
            self.init(kind: kind, number: bytes.word(at: 8), forms: [.region(region)], content: content)
        }
    }

    /// The head of an answer: the number of renditions that follow, or a reason.
    struct AnswerHead: Equatable {
        enum Outcome: UInt32 {
            case made, cancelled, missing, unreadable, unavailable, transient, exhausted, notYet
            /// Not decoded: its header says that it will take long.
            case heavy
        }

        static let byteCount = 20

        var number: UInt32
        var outcome: Outcome
        var renditionCount: Int
        var reasonCount: Int

        init(number: UInt32, outcome: Outcome, renditionCount: Int = 0, reasonCount: Int = 0) {
            self.number = number
            self.outcome = outcome
            self.renditionCount = renditionCount
            self.reasonCount = reasonCount
        }

        var encoded: [UInt8] {
            var bytes: [UInt8] = []
            for word in [
                WorkerMessage.magic, number, outcome.rawValue, UInt32(renditionCount), UInt32(reasonCount),
            ] { bytes.append(littleEndian: word) }
            return bytes
        }

        /// `nil` when it is none, or promises more than an answer may hold.
        init?(_ bytes: [UInt8]) {
            guard bytes.count == Self.byteCount, bytes.word(at: 0) == WorkerMessage.magic,
                let outcome = Outcome(rawValue: bytes.word(at: 8))
            else { return nil }
            number = bytes.word(at: 4)
            self.outcome = outcome
            renditionCount = Int(bytes.word(at: 12))
            reasonCount = Int(bytes.word(at: 16))
            guard reasonCount <= WorkerMessage.reasonLimit, renditionCount <= WorkerMessage.countLimit,
                (outcome == .made) == (renditionCount > 0)
            else { return nil }
        }
    }

    /// One rendition without its bytes.
    struct RenditionHead: Equatable {
        static let byteCount = 32
        private static let contentTypes = ["image/jpeg", "image/webp"]
        /// Beside the number of the content type.
        private static let damageBit: UInt32 = 1 << 8
        private static let texelBit: UInt32 = 1 << 9
        /// Far beyond every picture that is let in.
        private static let sideLimit = 1 << 28

        var width: Int
        var height: Int
        var originalWidth: Int
        var originalHeight: Int
        var contentType: String
        var bytes: Int
        /// 0xRRGGBB; all ones on the wire for none.
        var colour: UInt32?
        /// All ones on the wire for none.
        var sharpness: Int?
        var isDamaged: Bool
        /// Whether the pixels of a texel follow the bytes.
        var hasTexel: Bool

        init?(_ rendition: Rendition) {
            guard Self.contentTypes.contains(rendition.contentType) else { return nil }
            (width, height) = (rendition.width, rendition.height)
            (originalWidth, originalHeight) = (rendition.originalWidth, rendition.originalHeight)
            contentType = rendition.contentType
            bytes = rendition.bytes.count
            colour = rendition.colour
            sharpness = rendition.sharpness
            isDamaged = rendition.isDamaged
            hasTexel = rendition.texel != nil
        }

        var encoded: [UInt8] {
            var encoded: [UInt8] = []
            let bits = (isDamaged ? Self.damageBit : 0) | (hasTexel ? Self.texelBit : 0)
            let kind = (Self.contentTypes.firstIndex(of: contentType) ?? 0) | Int(bits)
            for number in [width, height, originalWidth, originalHeight, kind, bytes] {
                encoded.append(littleEndian: UInt32(truncatingIfNeeded: number))
            }
            encoded.append(littleEndian: colour ?? .max)
            encoded.append(littleEndian: sharpness.map { UInt32(truncatingIfNeeded: $0) } ?? .max)
            return encoded
        }

        /// `nil` when it is none, or promises more than a rendition may have.
        init?(_ head: [UInt8]) {
            guard head.count == Self.byteCount else { return nil }
            let kind = head.word(at: 16) & ~(Self.damageBit | Self.texelBit)
            guard kind < UInt32(Self.contentTypes.count) else { return nil }
            isDamaged = head.word(at: 16) & Self.damageBit != 0
            hasTexel = head.word(at: 16) & Self.texelBit != 0
            width = Int(head.word(at: 0))
            height = Int(head.word(at: 4))
            originalWidth = Int(head.word(at: 8))
            originalHeight = Int(head.word(at: 12))
            contentType = Self.contentTypes[Int(kind)]
            bytes = Int(head.word(at: 20))
            colour = head.word(at: 24) <= 0xff_ffff ? head.word(at: 24) : nil
            let sharpness = Int(head.word(at: 28))
            self.sharpness = Rendition.sharpnessRange.contains(sharpness) ? sharpness : nil
            guard bytes <= WorkerMessage.renditionLimit,
                [width, height, originalWidth, originalHeight].allSatisfy({ (1...Self.sideLimit).contains($0) })
            else { return nil }
        }
    }
}

extension [UInt8] {
    mutating func append(littleEndian word: UInt32) {
        for shift in [UInt32(0), 8, 16, 24] { append(UInt8(truncatingIfNeeded: word >> shift)) }
    }

    /// Four bytes that are there.
    func word(at index: Int) -> UInt32 {
        UInt32(self[index]) | UInt32(self[index + 1]) << 8 | UInt32(self[index + 2]) << 16
            | UInt32(self[index + 3]) << 24
    }
}
