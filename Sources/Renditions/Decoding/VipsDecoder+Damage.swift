import CVips
import Glibc
import GridEngine
import Synchronization

/// Pictures of which nearly all is there: shown, and said to be damaged. Missing parts are grey; in other pictures they would be most of
/// what people see.
extension VipsDecoder {
    /// Maximum share of a picture that may be missing.
    static let missingShare = 0.05
    /// libjpeg's value of samples that it has no data for, in grey, colour, and inverted CMYK.
    private static let missingSamples: Set<UInt8> = [127, 128]

    /// The content of a damaged file to be read as far as it goes; `nil` where too much is missing.
    func partly(_ content: PictureContent, _ cancellation: Cancellation) throws(LoadFailure) -> PictureContent? {
        var part = content
        part.strictness = .nothing
        let isThere: Bool
        switch content.kind {
        case .jpeg:
            isThere = try reading(part, shrink: 8, cancellation) { Self.missing($0) <= Self.missingShare }
        case .png:
            // The rows above the last ones are whole.
            var head = content
            head.strictness = .truncation
            isThere = try reading(head, rows: 1 - Self.missingShare, cancellation) { _ in true }
        case .tiff:
            // Only of a file whose directory is in order.
            guard content.assembly == nil, let directory = TIFFDirectory(content.bytes),
                content.bytes.count <= PictureBytes.memoryLimit,
                try reading(content, rows: 0, cancellation, { _ in true })
            else { return nil }
            part.assembly = .raster(orientation: directory.first(.orientation) ?? 1)
            isThere = true
        case .gif, .webp, .heif: isThere = false
        }
        return isThere ? part : nil
    }

    /// Decodes a share of the rows, as libjpeg shrinks them, and judges them; of no rows reads the header alone. `false` of what cannot
    /// be read.
    private func reading(
        _ content: PictureContent, shrink: Int = 1, rows share: Double = 1, _ cancellation: Cancellation,
        _ judge: (VipsPicture) -> Bool
    ) throws(LoadFailure) -> Bool {
        do throws(LoadFailure) {
            return try content.bytes.withSource { source throws(LoadFailure) -> Bool in
                guard let header = lookahead_vips_header(source) else { throw Self.broken() }
                let (width, height) = (vips_image_get_width(header), vips_image_get_height(header))
                g_object_unref(header)
                guard share > 0 else { return true }
                let isSmall = min(width, height) < shrink
                let options = content.options.dropLast() + (isSmall || shrink == 1 ? "]" : ",shrink=\(shrink)]")
                guard let all = lookahead_vips_rows(source, String(options)) else { throw Self.broken() }
                var picture = VipsPicture(all)
                defer { withExtendedLifetime(picture) {} }
                if share < 1 {
                    let rows = max(1, (Double(height) * share).rounded(.up))
                    picture = try Self.step { out in lookahead_vips_crop(all, &out, 0, 0, width, Int32(rows)) }
                    // Only whether they can be read is asked.
                    if min(width, Int32(rows)) > 8 {
                        picture = try Self.step { out in lookahead_vips_shrink(picture.image, &out, 8) }
                    }
                }
                return judge(try Self.inMemory(picture, cancellation))
            }
        } catch {
            if case .unreadable = error { return false }
            throw error
        }
    }

    /// The share of pixels that libjpeg had no data for.
    private static func missing(_ picture: VipsPicture) -> Double {
        let (image, bands) = (picture.image, Int(vips_image_get_bands(picture.image)))
        let count = Int(vips_image_get_width(image)) * Int(vips_image_get_height(image)) * bands
        guard let start = vips_image_get_data(image), vips_image_get_format(image) == VIPS_FORMAT_UCHAR, count > 0
        else {
            return 1
        }
        let samples = UnsafeRawBufferPointer(start: start, count: count)
        var missing = 0
        for pixel in stride(from: 0, to: count, by: bands)
        where samples[pixel..<(pixel + bands)].allSatisfy(missingSamples.contains) { missing += 1 }
        return Double(missing * bands) / Double(count)
    }

    /// The pixels of a TIFF file as libtiff makes them.
    func raster(_ content: [UInt8], _ orientation: Int) throws(LoadFailure) -> VipsPicture {
        guard let raster = TIFFRaster(content, pixelLimit: pixelLimit),
            Double(raster.missingRows) <= Self.missingShare * Double(raster.height),
            let copy = raster.pixels.withUnsafeBytes({ bytes in
                vips_image_new_from_memory_copy(
                    bytes.baseAddress, bytes.count, Int32(raster.width), Int32(raster.height), 3, VIPS_FORMAT_UCHAR)
            })
        else { throw Self.broken() }
        copy.pointee.Type = VIPS_INTERPRETATION_sRGB
        if (2...8).contains(orientation) { vips_image_set_int(copy, VIPS_META_ORIENTATION, Int32(orientation)) }
        if raster.missingRows > 0 { FoundDamage.note() }
        return VipsPicture(copy)
    }
}

/// Damage that a decode found and went on from, by thread.
///
/// libjpeg counts what it complains of, and libvips says it in its log alone: on the thread that lets go of the picture.
enum FoundDamage {
    private static let threads = Mutex<Set<pthread_t>>([])
    /// After any of these some pixels are missing, or are others than they were. Bytes that are passed over cost none.
    private static let complaints = [
        "premature end of data segment", "bad Huffman code", "found marker", "Premature end of", "Bad progression",
        "Inconsistent progression",
    ]

    static func note() { threads.withLock { _ = $0.insert(pthread_self()) } }

    /// Reads a line of libvips' log.
    static func read(_ words: UnsafePointer<CChar>?) {
        guard let words, strstr(words, "VipsJpeg") != nil, complaints.contains(where: { strstr(words, $0) != nil })
        else { return }
        note()
    }

    /// Clears the messages of an earlier decode: libvips has one buffer for all.
    static func forget() {
        vips_error_clear()
        _ = take()
    }

    /// Whether damage was found on this thread since the last call.
    static func take() -> Bool { threads.withLock { $0.remove(pthread_self()) != nil } }

    /// The renditions, marked as damaged where that was found on this thread.
    static func marking(_ renditions: [Rendition]) -> [Rendition] {
        guard take() else { return renditions }
        return renditions.map { rendition in
            var rendition = rendition
            rendition.isDamaged = true
            return rendition
        }
    }
}
