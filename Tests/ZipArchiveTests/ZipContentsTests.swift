import Testing

@testable import ZipArchive

@Suite struct ZipContentsTests {
    private func file(_ name: String, _ sizeBytes: UInt64) -> ZipRecords.File {
        ZipRecords.File(name: Array(name.utf8), sizeBytes: sizeBytes, modified: 1_700_000_001)
    }

    /// The lengths of the records as they are written, with files of any size between them.
    private func written(_ contents: inout ZipContents) -> UInt64 {
        let records = ZipRecords()
        var length: UInt64 = 0
        for index in 0..<contents.count {
            let file = contents[index]
            length += UInt64(records.header(of: file).count) + file.sizeBytes
            length += UInt64(records.descriptor(of: file, checksum: 1).count)
            contents.addChecksum(1)
        }
        #expect(length == contents.directoryOffset)
        var (start, offset) = (0, UInt64(0))
        while start < contents.count {
            length += UInt64(contents.directory(from: start, limit: 7, offset: &offset).count)
            start += 7
        }
        #expect(offset == contents.directoryOffset)
        return length
    }

    @Test func `the length is known before, of small archives and of those beyond 4 GiB and 65,535 files`() {
        let giant = UInt64(UInt32.max)
        for sizes in [
            [0], [1, 2, 3], [giant - 1, 5], [giant, 5], [giant + 1], [3 << 30, 3 << 30, 1], [1 << 40, 0],
        ] {
            var contents = ZipContents()
            for (index, size) in sizes.enumerated() { contents.append(file("f\(index).jpg", size)) }
            #expect(contents.length == written(&contents), "\(sizes)")
        }
        for count in [65_534, 65_535, 65_536] {
            var contents = ZipContents()
            for index in 0..<count { contents.append(file("\(index)", 1)) }
            #expect(contents.length == written(&contents), "\(count)")
        }
    }

    @Test func `times are those of the calendar, within what an archive can say`() {
        for (seconds, year, month, day, hour, minute, second) in [
            (0, 1980, 1, 1, 0, 0, 0), (951_827_696, 2000, 2, 29, 12, 34, 56), (1_709_210_096, 2024, 2, 29, 12, 34, 56),
            (4_102_444_799, 2099, 12, 31, 23, 59, 58), (99_999_999_999, 2107, 12, 31, 23, 59, 58),
        ] {
            let time = ZipTime(seconds: Int64(seconds))
            #expect(time.date == UInt16((year - 1980) << 9 | month << 5 | day), "\(seconds)")
            #expect(time.time == UInt16(hour << 11 | minute << 5 | second / 2), "\(seconds)")
        }
    }

    @Test func `the checksum is that of the standard, in parts too`() {
        var checksum = Checksum()
        for part in ["1234", "", "56789"] { Array(part.utf8).withUnsafeBytes { checksum.add($0) } }
        #expect(checksum.value == 0xcbf4_3926)
    }
}
