import CVips
import GridEngine

/// How the pixels of a TIFF file that libvips 8.14 does not read are made of what it reads.
///
/// The directory is written anew behind the file's content, which stays where it is: so every compression that the library below
/// knows is decoded by it, and here is only put together what it gives.
enum TIFFAssembly {
    /// Each band is a page of its own; the last one is transparency where `alpha` says how it is stored.
    case planes(count: Int, alpha: Alpha?, TIFFColours)
    /// Rows of bytes in which samples of an odd number of bits lie one after another.
    case packed(width: Int, samples: Int, bits: Int, TIFFColours)

    /// The first bands alone: the others are neither colour nor transparency, such as what an editor keeps of a selection.
    case colours(count: Int)
    /// Rows of bytes in which brightness and colours lie in units, as they are stored.
    case units(YCbCrUnits, orientation: Int)
    /// Pixels that libtiff itself makes of strips and tiles; those that cannot be read are missing.
    case raster(orientation: Int)

    enum Alpha {
        case premultiplied, plain
    }
}

/// The directory's tags about how pixels are shown.
struct TIFFColours {
    var interpretation: (eight: VipsInterpretation, sixteen: VipsInterpretation)
    /// Whether 0 is white.
    var isInverted = false
    var orientation: Int
    var profile: [UInt8]?

    /// `nil` of colours that are not put together here.
    init?(_ directory: TIFFDirectory) {
        switch directory.first(.photometric) {
        case 0, 1: interpretation = (VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16)
        case 2: interpretation = (VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB16)
        case 5: interpretation = (VIPS_INTERPRETATION_CMYK, VIPS_INTERPRETATION_CMYK)
        default: return nil
        }
        isInverted = directory.first(.photometric) == 0
        orientation = directory.first(.orientation) ?? 1
        profile = directory.bytes(.profile)
    }

    var bands: Int {
        switch interpretation.eight {
        case VIPS_INTERPRETATION_B_W: 1
        case VIPS_INTERPRETATION_CMYK: 4
        default: 3
        }
    }
}

extension PictureContent {
    /// By the numbers of TIFF 6.0 and of libtiff: what one of them reads.
    private static let compressions: Set<Int> = [
        1, 2, 3, 4, 5, 6, 7, 8, 32_766, 32_771, 32_773, 32_809, 32_908, 32_909, 32_946, 33_003, 33_004, 33_005, 34_661,
        34_676, 34_677, 34_887, 34_925, 50_000, 50_001,
    ]
    private static let unsupported = LoadFailure.unreadable(.pictureKindUnsupported("TIFF"))

    mutating func putRightTIFF() throws(LoadFailure) {
        guard var directory = TIFFDirectory(bytes) else { return try checkBigTIFF() }
        guard directory.first(.width) != nil, !directory.offsets.isEmpty else { throw VipsDecoder.broken() }
        let compression = directory.first(.compression) ?? 1
        if compression == 6 { return try takeOldJPEG(directory) }
        guard Self.compressions.contains(compression) else { throw Self.unsupported }
        var isChanged = false
        if directory.first(.photometric) == nil {
            directory.set(.photometric, [directory.samplesPerPixel < 3 ? 1 : 2])
            isChanged = true
        }
        // Signed samples count as they do in other programs.
        if directory.bitsPerSample == 8, directory.first(.sampleFormat) == 2 {
            directory.set(.sampleFormat, nil)
            isChanged = true
        }
        if directory.first(.photometric) == 6, compression != 7 { return try takeUnits(directory) }
        if directory.first(.planar) == 2, directory.samplesPerPixel > 1 {
            // Smaller versions, of another form perhaps.
            isAlone = true
            if directory.isTiled || directory.samplesPerPixel < 3 { try takePlanes(directory) }
        } else if let bits = directory.bitsPerSample, Self.isOdd(bits, directory.samplesPerPixel) {
            try takePacked(directory, bits)
        } else if isChanged {
            try rewrite([directory])
        } else if let extra = directory.numbers(.extraSamples), !extra.contains(1), !extra.contains(2),
            let bands = TIFFColours(directory)?.bands, directory.samplesPerPixel > bands
        {
            assembly = .colours(count: bands)
        }
    }

    /// Without a directory it is none, and libvips would look for signs of other formats in all of it.
    private func checkBigTIFF() throws(LoadFailure) {
        guard let head = bytes.bytes(at: 0, count: 16) else { throw VipsDecoder.broken() }
        let isLittle = head[0] == UInt8(ascii: "I")
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
            (isLittle ? Array(bytes.reversed()) : Array(bytes)).reduce(0) { $0 << 8 | UInt64($1) }
        }
        guard number(head[2..<4]) == 43 else { throw VipsDecoder.broken() }
        guard let start = Int(exactly: number(head[8..<16])), let count = bytes.bytes(at: start, count: 8),
            (1...4096) ~= number(count[...])
        else { throw VipsDecoder.broken() }
    }

    private static func isOdd(_ bits: Int, _ samples: Int) -> Bool {
        (1..<16).contains(bits) && bits != 8 && !(samples == 1 && [1, 2, 4].contains(bits))
    }

    /// Whether it is a TIFF file with all its parts: one that libvips does not read is then unsupported, not damaged.
    func isWholeTIFF() -> Bool {
        kind == .tiff && TIFFDirectory(bytes)?.isWhole(in: bytes) == true
    }

    /// Old JPEG in TIFF is a JPEG file in most cases, with the only strip in it, and in others parts of one.
    private mutating func takeOldJPEG(_ directory: TIFFDirectory) throws(LoadFailure) {
        if let jpeg = onlyJPEG(directory) {
            self = try PictureContent(.memory(jpeg))
        } else {
            guard bytes.count <= PictureBytes.memoryLimit else { throw Self.unsupported }
            assembly = .raster(orientation: directory.first(.orientation) ?? 1)
        }
    }

    private func onlyJPEG(_ directory: TIFFDirectory) -> [UInt8]? {
        guard let strip = directory.offsets.first, let count = directory.byteCounts.first, directory.offsets.count == 1
        else { return nil }
        let start = directory.first(.jpegOffset) ?? strip
        let end = start + (directory.first(.jpegBytes) ?? strip + count - start)
        guard start <= strip, strip + count <= end, let jpeg = bytes.bytes(at: start, count: end - start),
            jpeg.starts(with: [0xff, 0xd8, 0xff])
        else { return nil }
        return jpeg
    }

    private mutating func takePlanes(_ directory: TIFFDirectory) throws(LoadFailure) {
        let samples = directory.samplesPerPixel
        let perPlane = directory.offsets.count / samples
        let (offsets, counts) = (directory.offsets, directory.byteCounts)
        guard let colours = TIFFColours(directory), perPlane > 0, counts.count == offsets.count,
            let bits = directory.bitsPerSample, bits == 8 || bits == 16, samples >= colours.bands
        else { throw Self.unsupported }
        var alpha: TIFFAssembly.Alpha?
        if samples > colours.bands, let kind = directory.first(.extraSamples) {
            alpha = kind == 1 ? .premultiplied : kind == 2 ? .plain : nil
        }
        let count = colours.bands + (alpha == nil ? 0 : 1)
        try rewrite(
            (0..<count).map { plane in
                var page = directory
                let part = (plane * perPlane)..<((plane + 1) * perPlane)
                let places = [TIFFDirectory.Tag.tileOffsets, .tileBytes, .stripOffsets, .stripBytes]
                for tag in places { page.set(tag, nil) }
                page.set(directory.isTiled ? .tileOffsets : .stripOffsets, Array(offsets[part]))
                page.set(directory.isTiled ? .tileBytes : .stripBytes, Array(counts[part]))
                page.set(.samples, [1])
                page.set(.bits, [bits])
                page.set(.photometric, [colours.isInverted ? 0 : 1])
                for tag in [TIFFDirectory.Tag.planar, .extraSamples, .sampleFormat, .orientation, .profile] {
                    page.set(tag, nil)
                }
                return page
            })
        assembly = .planes(count: count, alpha: alpha, colours)
    }

    private mutating func takePacked(_ directory: TIFFDirectory, _ bits: Int) throws(LoadFailure) {
        let samples = directory.samplesPerPixel
        guard let colours = TIFFColours(directory), colours.bands != 4, samples == colours.bands,
            directory.first(.predictor) ?? 1 == 1, let width = directory.first(.width), width > 0
        else { throw Self.unsupported }
        let pixelBits = samples * bits
        var rows = directory
        if let tileWidth = directory.first(.tileWidth) {
            guard (tileWidth * pixelBits).isMultiple(of: 8) else { throw Self.unsupported }
            rows.set(.tileWidth, [tileWidth * pixelBits / 8])
        }
        rows.set(.width, [(width * pixelBits + 7) / 8])
        rows.set(.samples, [1])
        rows.set(.bits, [8])
        rows.set(.photometric, [1])
        for tag in [TIFFDirectory.Tag.sampleFormat, .extraSamples, .orientation, .profile] { rows.set(tag, nil) }
        try rewrite([rows])
        assembly = .packed(width: width, samples: samples, bits: bits, colours)
    }

    /// Brightness and colours that are not compressed as JPEG: libvips takes them for red, green and blue.
    private mutating func takeUnits(_ directory: TIFFDirectory) throws(LoadFailure) {
        guard let units = YCbCrUnits(directory), directory.first(.planar) ?? 1 == 1, !directory.isTiled else {
            throw Self.unsupported
        }
        var rows = directory
        let isWhole = units.across == 1 && units.down == 1
        if isWhole, directory.first(.predictor) == 2 {
            // Differences are of one pixel to the next.
            rows.set(.photometric, [2])
        } else {
            guard directory.first(.predictor) ?? 1 == 1 else { throw Self.unsupported }
            let perStrip = min(directory.first(.rowsPerStrip) ?? units.height, units.height)
            guard perStrip.isMultiple(of: units.down) || perStrip == units.height else { throw Self.unsupported }
            rows.set(.width, [units.rowBytes])
            rows.set(.height, [units.rows])
            rows.set(.rowsPerStrip, [(perStrip + units.down - 1) / units.down])
            rows.set(.samples, [1])
            rows.set(.bits, [8])
            rows.set(.photometric, [1])
        }
        for tag in [TIFFDirectory.Tag.lightness, .subsampling, .reference, .orientation] { rows.set(tag, nil) }
        try rewrite([rows])
        assembly = .units(units, orientation: directory.first(.orientation) ?? 1)
    }

    /// Puts the directories behind the content, one page each.
    private mutating func rewrite(_ directories: [TIFFDirectory]) throws(LoadFailure) {
        guard var content = bytes.all(), let first = directories.first else { throw Self.unsupported }
        if !content.count.isMultiple(of: 2) { content.append(0) }
        content.replaceSubrange(4..<8, with: first.word(content.count, 4))
        for (index, directory) in directories.enumerated() {
            content += directory.encoded(at: content.count, isLast: index == directories.count - 1)
        }
        bytes = .memory(content)
    }
}
