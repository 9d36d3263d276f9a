import CVips
import GridEngine

/// The size of a picture as it is shown, by its header: what a decode would measure, since the same library reads it; of PNG and TIFF that
/// the library does not read, what they say themselves.
///
/// Runs in a worker.
enum PictureSizeReader {
    /// - Parameters:
    ///   - file: any file.
    ///   - content: what it holds by its name.
    /// - Returns: `nil` of what no decode would begin with.
    static func size(of file: OpenFile, holding content: WorkerMessage.Request.Content) -> RenditionSize? {
        guard VipsLibrary.isReady else { return nil }
        switch content {
        case .video: return nil
        case .picture:
            // libpng unpacks all text with the header.
            if let head = headOfPNG(file) { return size(of: head) ?? sizeInPNG(head) }
            let read = try? bytes(of: file).withSource { (source) throws(LoadFailure) in
                guard let size = size(of: source) else { throw .unreadable(.notAPicture) }
                return size
            }
            return read ?? sizeInTIFF(file)
        case .raw:
            return try? RawPreviews.withPreviews(in: file) { (preview) throws(LoadFailure) in
                guard let size = size(of: preview) else { throw .unreadable(.notAPicture) }
                return size
            }
        }
    }

    private static func sizeInPNG(_ head: [UInt8]) -> RenditionSize? {
        guard head[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        func number(_ at: Int) -> Int { head[at..<(at + 4)].reduce(0) { $0 << 8 | Int($1) } }
        return size(number(16), number(20))
    }

    private static func sizeInTIFF(_ file: OpenFile) -> RenditionSize? {
        guard PictureSignature.kind(of: file.head(PictureSignature.headBytes)) == .tiff,
            let directory = TIFFDirectory(.file(file)), let width = directory.first(.width),
            let height = directory.first(.height)
        else { return nil }
        return (5...8).contains(directory.first(.orientation) ?? 1) ? size(height, width) : size(width, height)
    }

    /// The size; `nil` beyond the library's limit for pictures.
    private static func size(_ width: Int, _ height: Int) -> RenditionSize? {
        let sides = 1...10_000_000
        return sides ~= width && sides ~= height ? RenditionSize(width: width, height: height) : nil
    }

    /// HEIF and AVIF as a decode puts them right: what is turned before its size is told would have the size of what is not.
    private static func bytes(of file: OpenFile) -> PictureBytes {
        let isHEIF = PictureSignature.kind(of: file.head(PictureSignature.headBytes)) == .heif
        return (isHEIF ? try? PictureContent(.file(file)).bytes : nil) ?? .file(file)
    }

    /// The header of a PNG file, its palette, how it is turned, and the beginning of its pixels.
    private static func headOfPNG(_ file: OpenFile) -> [UInt8]? {
        file.mapped { content in
            guard content.spells(MetadataParts.signatureOfPNG, at: 0), content.count >= 33 else { return nil }
            var head = Array(content[..<33])
            var offset = 33
            while let length = content.number(at: offset, bytes: 4), offset + 12 + length <= content.count,
                !content.spells("IDAT", at: offset + 4)
            {
                let isExif = content.spells("eXIf", at: offset + 4) && length <= 1 << 16
                // Without one libpng takes a picture that needs it for damaged.
                let isPalette = content.spells("PLTE", at: offset + 4) && length <= 3 << 8
                if isExif || isPalette { head += content[offset..<(offset + 12 + length)] }
                offset += 12 + length
            }
            // An empty one, with its checksum.
            return head + [0, 0, 0, 0, 0x49, 0x44, 0x41, 0x54, 0x35, 0xaf, 0x06, 0x1e]
        }
    }

    private static func size(of bytes: [UInt8]) -> RenditionSize? {
        try? PictureBytes.memory(bytes).withSource { (source) throws(LoadFailure) in
            guard let size = size(of: source) else { throw .unreadable(.notAPicture) }
            return size
        }
    }

    private static func size(of source: UnsafeMutablePointer<VipsSource>) -> RenditionSize? {
        defer { vips_error_clear() }
        guard let loader = vips_foreign_find_load_source(source),
            VipsLibrary.loaders.contains(String(cString: loader)), let image = lookahead_vips_header(source)
        else { return nil }
        defer { g_object_unref(image) }
        return VipsHeader(image).uprightSize
    }
}
