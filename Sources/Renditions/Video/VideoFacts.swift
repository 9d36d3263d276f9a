import Glibc
import GridEngine

/// The facts in a video's header: MP4, QuickTime and their relatives, WebM and Matroska.
///
/// Read without a library, in a worker: the length is wanted of every video, also where nothing is installed that could decode
/// one. Missing and impossible values are `nil`.
struct VideoFacts: Equatable {
    /// In seconds; positive.
    var duration: Double?
    /// The size of what is shown, in px: turned, and with square pixels.
    var width: Int?
    var height: Int?
    /// When it was recorded, in seconds since 1970, of Greenwich.
    var recorded: Int?
    /// The metadata beside the tracks.
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
    /// XMP holds values that people wrote. The date that telephones write counts first: it is of the place, with its zone, and
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

/// Reads small pieces of an open file, wherever they are: a video of any length costs the pieces of its header.
///
/// Numbers are big-endian, as containers have them. Used by one thread.
struct HeaderReader {
    /// Maximum pieces of one file. An ordinary header takes fifty; what is made of endless small parts is given up.
    private static let mostReads = 4000
    /// Maximum bytes of one piece.
    static let pieceLimit = 4096

    let sizeBytes: Int
    private let descriptor: Int32
    private var reads = 0

    init?(_ file: OpenFile) {
        guard let sizeBytes = file.sizeBytes, sizeBytes > 0 else { return nil }
        self.sizeBytes = sizeBytes
        descriptor = file.descriptor
    }

    /// - Returns: exactly `count` bytes from an offset; `nil` where the file has fewer, or enough was read.
    mutating func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard reads < Self.mostReads, offset >= 0, 0...Self.pieceLimit ~= count, offset <= sizeBytes - count else {
            return nil
        }
        reads += 1
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let got = bytes.withUnsafeMutableBytes {
                pread(descriptor, $0.baseAddress! + filled, count - filled, off_t(offset + filled))
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { return nil }
            filled += got
        }
        return bytes
    }
}

extension [UInt8] {
    /// The number that some bytes are, most significant first; `nil` where they are not there, or more than eight.
    func number(at offset: Int, bytes count: Int) -> UInt64? {
        guard 0...8 ~= count, offset >= 0, offset + count <= self.count else { return nil }
        return self[offset..<(offset + count)].reduce(0) { $0 << 8 | UInt64($1) }
    }
}
