import Glibc
import GridEngine

/// What the header of a video says: MP4, QuickTime and their relatives, WebM and Matroska.
///
/// Read without a library, in a worker: the length is wanted of every video, also where nothing is installed that could decode
/// one. What is missing or impossible is `nil`.
struct VideoFacts: Equatable {
    /// In seconds; positive.
    var duration: Double?
    /// As it is shown, in px: turned, and with square pixels.
    var width: Int?
    var height: Int?
    /// When it was recorded, in seconds since 1970, of Greenwich.
    var recorded: Int?
    /// What is written beside the tracks.
    var description = MovieDescription()

    /// - Returns: `nil` for a file in no known form.
    init?(of file: OpenFile) {
        guard var reader = HeaderReader(file), let start = reader.bytes(at: 0, count: min(12, reader.sizeBytes)) else {
            return nil
        }
        if start.starts(with: MatroskaHeader.magic) {
            guard let header = MatroskaHeader(&reader) else { return nil }
            self = header.facts
        } else {
            guard let header = MovieHeader(&reader) else { return nil }
            self = header.facts
        }
    }

    init() {}

    /// Keeps a length that there can be.
    mutating func set(duration seconds: Double) {
        duration = seconds.isFinite && seconds > 0 && seconds < 1e9 ? seconds : nil
    }

    /// Keeps sides that there can be.
    mutating func set(width: Int, height: Int) {
        let sides = 1...65_535
        guard sides ~= width, sides ~= height else { return }
        (self.width, self.height) = (width, height)
    }
}

extension PictureMetadata {
    /// XMP is what people wrote. Of dates the one that telephones write counts first: it is of the place, with its zone, and
    /// that of the header is of Greenwich.
    init(_ facts: VideoFacts) {
        let description = facts.description
        let xmp = description.xmp.withUnsafeBytes { MetadataTags(xmp: $0).map { PictureMetadata($0) } }
        self = xmp ?? PictureMetadata()
        (duration, width, height) = (facts.duration, facts.width, facts.height)
        taken =
            MetadataDate.text(description.created) ?? taken ?? facts.recorded.flatMap(Self.date)
        camera = CameraName.name(maker: description.maker, model: description.model) ?? camera
        if let north = description.latitude, let east = description.longitude { (latitude, longitude) = (north, east) }
        title = title ?? description.title
        caption = caption ?? description.caption
        if keywords.isEmpty { keywords = Self.words(description.keywords) }
    }

    private static func words(_ text: String?) -> [String] {
        var seen: Set<String> = []
        return (text ?? "").split { $0 == "," || $0 == ";" }.map { MetadataText.trimmed(String($0)) }
            .filter { !$0.isEmpty && seen.insert($0).inserted }
    }

    private static func date(_ seconds: Int) -> String? {
        var (time, parts) = (time_t(seconds), tm())
        // A clock that was never set says 1904, 1970 or 2001.
        guard seconds > 0, gmtime_r(&time, &parts) != nil else { return nil }
        let day = "\(parts.tm_year + 1900):\(parts.tm_mon + 1):\(parts.tm_mday)"
        return MetadataDate.text("\(day) \(parts.tm_hour):\(parts.tm_min):\(parts.tm_sec)", zone: "Z")
    }
}
