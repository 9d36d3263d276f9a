import CGExiv2
import Glibc
import GridEngine

/// The pictures that a camera put into its RAW file, as exiv2 finds them: what the camera itself would have saved as a JPEG, or
/// smaller. The sensor's own values are not developed.
///
/// Runs in a worker: makers' own structures are parsed.
enum RawPreviews {
    /// A file has two or three; the others of a hostile one are not looked at.
    private static let mostPreviews = 8
    /// Maximum bytes of one; those of 100 megapixels have about 40 MB.
    private static let mostBytes = 128 << 20

    /// Calls `body` with the largest preview, turned upright; with the next smaller one when it cannot be decoded.
    /// - Throws: `.unreadable` for a file without a preview, else what `body` threw last.
    static func withPreviews<Answer>(
        in file: OpenFile, _ body: ([UInt8]) throws(LoadFailure) -> Answer
    ) throws(LoadFailure) -> Answer {
        guard MetadataLibrary.isReady else { throw .transient(.pictureLibraryMissing) }
        if file.sizeBytes == 0 { throw .unreadable(.fileEmpty) }
        guard let head = file.bytes(from: 0, count: 16) else { throw LoadFailure(systemError: errno) }
        guard begins(head) else { throw .unreadable(.rawWithoutPreview) }
        let answer = try file.mapped { content throws(LoadFailure) in try tryAll(content, body) }
        guard let answer else { throw .unreadable(.rawWithoutPreview) }
        return answer
    }

    /// Whether a file begins as one of the kinds does: TIFF and what makers made of it, CIFF, RAF, MRW, X3F, or boxes. In junk the
    /// library would look for signs of each format.
    private static func begins(_ head: [UInt8]) -> Bool {
        let starts = ["II", "MM", "FUJIFILM", "\0MRM", "FOVb"]
        return starts.contains { head.starts(with: $0.utf8) } || head.dropFirst(4).starts(with: "ftyp".utf8)
            || PictureSignature.isPicture(head)
    }

    private static func tryAll<Answer>(
        _ file: UnsafeRawBufferPointer, _ body: ([UInt8]) throws(LoadFailure) -> Answer
    ) throws(LoadFailure) -> Answer? {
        if SigmaSections.isSigma(file) { return try trySigma(file, body) }
        guard let start = file.baseAddress, !MetadataLibrary.isFilm(file), let metadata = gexiv2_metadata_new() else {
            return nil
        }
        defer { g_object_unref(metadata) }
        let bytes = start.assumingMemoryBound(to: UInt8.self)
        guard gexiv2_metadata_open_buf(metadata, bytes, file.count, nil) != 0,
            // Owned by the library.
            let previews = gexiv2_metadata_get_preview_properties(metadata)
        else { return nil }
        let orientation = Int(gexiv2_metadata_try_get_orientation(metadata, nil).rawValue)
        var found: [Preview] = []
        while found.count < mostPreviews, let preview = previews[found.count] { found.append(Preview(preview)) }
        var failure: LoadFailure?
        for preview in found.sorted(by: { $0.pixels > $1.pixels }) where preview.sizeBytes <= mostBytes {
            guard let picture = gexiv2_metadata_try_get_preview_image(metadata, preview.properties, nil) else {
                continue
            }
            defer { g_object_unref(picture) }
            do throws(LoadFailure) {
                return try body(upright(content(of: picture), orientation))
            } catch {
                guard case .unreadable = error else { throw error }
                failure = error
            }
        }
        if let failure { throw failure }
        return nil
    }

    private static func trySigma<Answer>(
        _ file: UnsafeRawBufferPointer, _ body: ([UInt8]) throws(LoadFailure) -> Answer
    ) throws(LoadFailure) -> Answer? {
        var failure: LoadFailure?
        for picture in SigmaSections.pictures(in: file).prefix(mostPreviews) where picture.count <= mostBytes {
            do throws(LoadFailure) {
                return try body(Array(file[picture]))
            } catch {
                guard case .unreadable = error else { throw error }
                failure = error
            }
        }
        if let failure { throw failure }
        return nil
    }

    private struct Preview {
        let properties: UnsafeMutablePointer<GExiv2PreviewProperties>
        let sizeBytes: Int
        let pixels: Int

        init(_ properties: UnsafeMutablePointer<GExiv2PreviewProperties>) {
            self.properties = properties
            sizeBytes = Int(gexiv2_preview_properties_get_size(properties))
            pixels =
                Int(gexiv2_preview_properties_get_width(properties))
                * Int(gexiv2_preview_properties_get_height(properties))
        }
    }

    private static func content(of picture: UnsafeMutablePointer<GExiv2PreviewImage>) -> [UInt8] {
        var count: guint32 = 0
        guard let start = gexiv2_preview_image_get_data(picture, &count) else { return [] }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Most previews do not say how they are to be turned: the RAW file does, for all of them.
    private static func upright(_ preview: [UInt8], _ orientation: Int) -> [UInt8] {
        guard let (_, exif) = EmbeddedThumbnail.segments(of: preview[...]) else { return preview }
        let tiff = exif.flatMap { TIFFReader($0) }
        let own = tiff.flatMap { $0.directory(at: $0.firstDirectory)?.values[EmbeddedThumbnail.orientationTag] }
        return own == nil ? EmbeddedThumbnail.turned(preview[...], by: orientation) : preview
    }
}
