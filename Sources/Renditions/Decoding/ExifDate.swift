import Glibc
import GridEngine

/// When a picture was taken, as its camera wrote it (Exif 2.32, 4.6.6: DateTimeOriginal, else DateTimeDigitized): a time
/// of the place where it was, in no known zone.
struct ExifDate {
    /// For example `2024-05-17T12:33:01`.
    let text: String

    /// The segment with Exif data is the first, or follows one of at most 64 KiB.
    private static let headBytes = 132 * 1024

    init?(_ file: OpenFile) { self.init(jpeg: file.head(Self.headBytes)) }

    /// - Parameter head: the beginning of a JPEG file.
    init?(jpeg head: [UInt8]) {
        guard let (_, exif) = EmbeddedThumbnail.segments(of: head[...]), let exif, let tiff = TIFFReader(exif),
            let main = tiff.directory(at: tiff.firstDirectory), let offset = main.values[0x8769],
            let directory = tiff.directory(at: offset),
            let written = directory.texts[0x9003] ?? directory.texts[0x9004]
        else { return nil }
        // "2024:05:17 12:33:01"; spaces or zeros where the camera's clock was not set.
        let text = Array(written.prefix(19))
        let pattern = Array("0000:00:00 00:00:00".utf8)
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        guard text.count == 19, zip(text, pattern).allSatisfy({ $1 == UInt8(ascii: "0") ? isDigit($0) : $0 == $1 }),
            text.prefix(4) != Array("0000".utf8)[...]
        else { return nil }
        let digits = String(decoding: text, as: UTF8.self).split(whereSeparator: { $0 == ":" || $0 == " " })
        guard let month = Int(digits[1]), let day = Int(digits[2]), let hour = Int(digits[3]),
            (1...12).contains(month), (1...31).contains(day), hour < 24
        else { return nil }
        self.text = "\(digits[0])-\(digits[1])-\(digits[2])T\(digits[3]):\(digits[4]):\(digits[5])"
    }
}

extension OpenFile {
    /// The first bytes of a file, fewer where it ends before.
    func head(_ most: Int) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
            while count < most {
                let got = pread(descriptor, buffer.baseAddress! + count, most - count, off_t(count))
                if got > 0 { count += got } else if got == 0 || errno != EINTR { return }
            }
        }
    }
}

extension RenditionLoader {
    package func dateTaken(in file: OpenFile) -> String? { ExifDate(file)?.text }
}
