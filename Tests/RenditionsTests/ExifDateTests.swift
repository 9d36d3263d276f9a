import GridEngine
import Testing

@testable import Renditions

@Suite struct ExifDateTests {
    /// A JPEG's beginning whose Exif data say no more than a date.
    private func jpeg(_ date: String, tag: Int = 0x9003, isLittle: Bool = true) -> [UInt8] {
        let text = Array(date.utf8) + [0]
        let number = { (value: Int, count: Int) -> [UInt8] in
            let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
            return isLittle ? bytes : bytes.reversed()
        }
        let entry = { (tag: Int, type: Int, count: Int, value: Int) in
            number(tag, 2) + number(type, 2) + number(count, 4) + number(value, 4)
        }
        // The main directory at 8 names that of Exif at 26; its text lies behind it.
        let tiff =
            Array((isLittle ? "II*\0" : "MM\0*").utf8) + number(8, 4)
            + number(1, 2) + entry(0x8769, 4, 1, 26) + number(0, 4)
            + number(1, 2) + entry(tag, 2, text.count, 44) + number(0, 4) + text
        let segment = Array("Exif\0\0".utf8) + tiff
        let length = segment.count + 2
        return [0xff, 0xd8, 0xff, 0xe1, UInt8(length >> 8), UInt8(length & 255)] + segment + [0xff, 0xd9]
    }

    @Test(arguments: [true, false]) func `a picture's date is read in either byte order`(isLittle: Bool) {
        #expect(ExifDate(jpeg: jpeg("2024:05:17 12:33:01", isLittle: isLittle))?.text == "2024-05-17T12:33:01")
        #expect(
            ExifDate(jpeg: jpeg("1999:12:31 23:59:60", tag: 0x9004, isLittle: isLittle))?.text == "1999-12-31T23:59:60")
    }

    @Test(arguments: [
        "", "2024", "0000:00:00 00:00:00", "    :  :     :  :  ", "2024:13:01 00:00:00", "2024:00:01 00:00:00",
        "2024:01:32 00:00:00", "2024:01:01 24:00:00", "2024-05-17T12:33:01", "2024:05:17 12:33", "２024:05:17 12:33",
    ]) func `what is no date is none`(text: String) {
        #expect(ExifDate(jpeg: jpeg(text)) == nil)
    }

    @Test func `data that are cut or damaged anywhere are read without a fault`() {
        let good = jpeg("2024:05:17 12:33:01")
        for count in 0..<good.count { _ = ExifDate(jpeg: Array(good[..<count])) }
        for place in good.indices {
            for value: UInt8 in [0, 1, 0x7f, 0x80, 0xff] {
                var damaged = good
                damaged[place] = value
                _ = ExifDate(jpeg: damaged)
            }
        }
    }
}
