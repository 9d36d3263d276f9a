/// Facts in a picture's file beside the picture: written by its camera and by programs for photos.
/// Every value is within the range that its comment names.
package struct PictureMetadata: Sendable, Equatable {
    /// When it was taken, in ISO 8601: the local time of the place, with its zone where that is known.
    /// `2024-05-17T12:33:01+09:00`, `2024-05-17T12:33:01`; years 0001 to 9999.
    package var taken: String?
    /// Maker and model, the maker once: `Canon EOS R5`, `Apple iPhone 15`.
    package var camera: String?
    /// The serial number of the camera's body, as its maker writes it.
    package var cameraSerial: String?
    package var lens: String?
    /// In mm, as the lens has it; positive.
    package var focalLength: Double?
    /// The f-number; positive.
    package var aperture: Double?
    /// In seconds; positive.
    package var exposure: Double?
    package var iso: Double?
    /// In degrees, north positive: −90…90. There is never one without the other.
    package var latitude: Double?
    /// In degrees, east positive: −180…180.
    package var longitude: Double?
    /// 0…5, as XMP counts them.
    package var stars: Int?
    /// Whether a program picked or rejected it; −1 stars are how XMP rejects.
    package var flag: Flag?
    /// Each once, in the file's order.
    package var keywords: [String] = []
    package var title: String?
    package var caption: String?
    /// The colour that a program for photos gave it, in that program's words: `Red`.
    package var label: String?
    /// The length of a video, in seconds; positive.
    package var duration: Double?
    /// The size of what is shown, in px: positive. There is never one without the other.
    package var width: Int?
    package var height: Int?
    /// Where the camera focused, as shares of the width and height as it is shown: 0…1. There is never one without the other.
    package var focusX: Double?
    package var focusY: Double?

    package enum Flag: String, Sendable {
        case pick, reject
    }

    package init() {}

    package var isEmpty: Bool { self == PictureMetadata() }
}

/// The metadata of one item's content.
package struct MetadataRequest: Sendable {
    package var item: String
    /// The source's revision of the item's content.
    package var revision: UInt64

    package init(item: String, revision: UInt64) {
        self.item = item
        self.revision = revision
    }
}

/// A reader's answer about one item.
package enum MetadataAnswer: Sendable, Equatable {
    /// `nil` of a file without metadata, and of one that cannot be read for a reason of its own: damage.
    case read(PictureMetadata?)
    /// A load of an earlier run measured the picture. Comes beside the other answer, before or after it, and more than once where it was
    /// measured so.
    case measured(PictureMeasures)
    /// It could not be read, for a reason that may pass: a disk that is away, a file that is being written, no permission, a reader that was
    /// ended. Ask again.
    case waiting
}

/// Reads the metadata of pictures, in the background: whatever a viewer waits for goes first.
package protocol MetadataReader: Sendable {
    /// Reads the metadata of many items, those first that are first. Blocks until all are read or `cancellation` is raised, which
    /// may be minutes: call it on a thread of its own.
    ///
    /// Metadata that an earlier run has read comes first and at once. Each revision of an item's content is read once, also over
    /// restarts. Only items whose content is a file are read (`FileSource`): nothing is downloaded.
    /// - Parameters:
    ///   - items: each once.
    ///   - source: where the items come from.
    ///   - cancellation: stops reading; some items are not reported then.
    ///   - found: called with batches, by index in `items`, on any thread but never on two at a time. Each item comes once, but for what
    ///     was measured.
    func readMetadata(
        of items: [MetadataRequest], in source: any ItemSource, cancellation: Cancellation,
        found: @escaping @Sendable ([(index: Int, answer: MetadataAnswer)]) -> Void)

    /// Keeps what loads have measured of files, for later runs. May block on the disk.
    func keep(_ measured: [MeasuredPicture], in source: any ItemSource)

    /// Reads the metadata of one item now, for a person who waits for it. Blocks, and keeps nothing.
    func metadata(of item: String, in source: any ItemSource) -> MetadataAnswer
}

extension MetadataReader {
    package func keep(_ measured: [MeasuredPicture], in source: any ItemSource) {}
}
