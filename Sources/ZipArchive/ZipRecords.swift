import CZlib

/// The records of an archive whose files are stored as they are (PKWARE's APPNOTE 6.3.10), and their lengths.
///
/// A file's checksum is known when all of it has been sent: it follows the file in a descriptor. Lengths follow from names and
/// sizes alone, so that the length of an archive is known before its first byte.
package struct ZipRecords: Sendable {
    /// A file of an archive.
    package struct File: Sendable, Equatable {
        /// UTF-8, with slashes between folders.
        package var name: [UInt8]
        package var sizeBytes: UInt64
        /// Seconds since 1970.
        package var modified: Int64

        package init(name: [UInt8], sizeBytes: UInt64, modified: Int64) {
            self.name = name
            self.sizeBytes = sizeBytes
            self.modified = modified
        }
    }

    /// Numbers from here on need the larger records (ZIP64): these ones say so in the smaller.
    private static let limit32 = UInt64(UInt32.max)
    private static let limit16 = UInt64(UInt16.max)
    /// Bit 3: checksum and sizes follow the file. Bit 11: names are UTF-8.
    private static let flags: UInt16 = 1 << 3 | 1 << 11

    package init() {}

    // MARK: Before and behind each file

    package func header(of file: File) -> [UInt8] {
        let isLarge = file.sizeBytes >= Self.limit32
        var record = LittleEndianBytes()
        record.put(UInt32(0x0403_4b50))
        putCommon(file, needs64: isLarge, to: &record)
        record.put(UInt32(0))
        record.put(isLarge ? UInt32.max : 0)
        record.put(isLarge ? UInt32.max : 0)
        record.put(UInt16(file.name.count))
        record.put(UInt16(9 + (isLarge ? 20 : 0)))
        record.put(file.name)
        putTime(file, to: &record)
        if isLarge {
            record.put(UInt16(1))
            record.put(UInt16(16))
            record.put(UInt64(0))
            record.put(UInt64(0))
        }
        return record.bytes
    }

    package func descriptor(of file: File, checksum: UInt32) -> [UInt8] {
        var record = LittleEndianBytes()
        record.put(UInt32(0x0807_4b50))
        record.put(checksum)
        for _ in 0..<2 {
            if file.sizeBytes >= Self.limit32 { record.put(file.sizeBytes) } else { record.put(UInt32(file.sizeBytes)) }
        }
        return record.bytes
    }

    /// The number of bytes of a file with its header and the record behind it.
    package func length(of file: File) -> UInt64 {
        let isLarge = file.sizeBytes >= Self.limit32
        return 30 + UInt64(file.name.count) + 9 + (isLarge ? 20 + 24 : 16) + file.sizeBytes
    }

    // MARK: The directory at the end

    /// - Parameters:
    ///   - file: in the archive.
    ///   - checksum: of its bytes.
    ///   - offset: of its header from the archive's beginning.
    /// - Returns: its entry in the directory.
    package func entry(of file: File, checksum: UInt32, at offset: UInt64) -> [UInt8] {
        let isLarge = file.sizeBytes >= Self.limit32, isFar = offset >= Self.limit32
        let extra = UInt16((isLarge ? 16 : 0) + (isFar ? 8 : 0))
        var record = LittleEndianBytes()
        record.put(UInt32(0x0201_4b50))
        // Made on Unix: the mode of the file is in the external attributes.
        record.put(UInt16(3 << 8 | 45))
        putCommon(file, needs64: extra > 0, to: &record)
        record.put(checksum)
        for _ in 0..<2 { record.put(UInt32(min(file.sizeBytes, Self.limit32))) }
        record.put(UInt16(file.name.count))
        record.put(9 + (extra > 0 ? 4 + extra : 0))
        record.put(UInt16(0))
        record.put(UInt16(0))
        record.put(UInt16(0))
        record.put(UInt32(0o100644) << 16)
        record.put(UInt32(min(offset, Self.limit32)))
        record.put(file.name)
        putTime(file, to: &record)
        if extra > 0 {
            record.put(UInt16(1))
            record.put(extra)
            if isLarge {
                record.put(file.sizeBytes)
                record.put(file.sizeBytes)
            }
            if isFar { record.put(offset) }
        }
        return record.bytes
    }

    package func entryLength(of file: File, at offset: UInt64) -> UInt64 {
        let extra: UInt64 = (file.sizeBytes >= Self.limit32 ? 16 : 0) + (offset >= Self.limit32 ? 8 : 0)
        return 46 + UInt64(file.name.count) + 9 + (extra > 0 ? 4 + extra : 0)
    }

    /// - Parameters:
    ///   - count: of files.
    ///   - length: of the directory.
    ///   - offset: of the directory from the archive's beginning.
    /// - Returns: the last bytes of the archive.
    package func end(count: UInt64, length: UInt64, offset: UInt64) -> [UInt8] {
        var record = LittleEndianBytes()
        if needs64(count, length, offset) {
            record.put(UInt32(0x0606_4b50))
            record.put(UInt64(44))
            record.put(UInt16(3 << 8 | 45))
            record.put(UInt16(45))
            record.put(UInt32(0))
            record.put(UInt32(0))
            for number in [count, count, length, offset] { record.put(number) }
            record.put(UInt32(0x0706_4b50))
            record.put(UInt32(0))
            record.put(offset + length)
            record.put(UInt32(1))
        }
        record.put(UInt32(0x0605_4b50))
        record.put(UInt16(0))
        record.put(UInt16(0))
        for _ in 0..<2 { record.put(UInt16(min(count, Self.limit16))) }
        record.put(UInt32(min(length, Self.limit32)))
        record.put(UInt32(min(offset, Self.limit32)))
        record.put(UInt16(0))
        return record.bytes
    }

    package func endLength(count: UInt64, length: UInt64, offset: UInt64) -> UInt64 {
        22 + (needs64(count, length, offset) ? 56 + 20 : 0)
    }

    private func needs64(_ count: UInt64, _ length: UInt64, _ offset: UInt64) -> Bool {
        count >= Self.limit16 || length >= Self.limit32 || offset >= Self.limit32
    }

    // MARK: Parts

    private func putCommon(_ file: File, needs64: Bool, to record: inout LittleEndianBytes) {
        record.put(UInt16(needs64 ? 45 : 20))
        record.put(Self.flags)
        record.put(UInt16(0))
        let time = ZipTime(seconds: file.modified)
        record.put(time.time)
        record.put(time.date)
    }

    /// The exact time ("UT"): the records' own knows neither seconds nor zones.
    private func putTime(_ file: File, to record: inout LittleEndianBytes) {
        record.put(UInt16(0x5455))
        record.put(UInt16(5))
        record.put(UInt8(1))
        record.put(UInt32(truncatingIfNeeded: Int32(clamping: file.modified)))
    }
}

/// Numbers as archives have them.
private struct LittleEndianBytes {
    private(set) var bytes: [UInt8] = []

    mutating func put(_ number: some FixedWidthInteger) {
        for shift in stride(from: 0, to: number.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    mutating func put(_ more: [UInt8]) { bytes += more }
}

/// The checksum of archives (CRC-32), over bytes that come in parts.
package struct Checksum: Sendable {
    private(set) package var value: UInt32 = 0

    package init() {}

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
        value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }
}

/// A time as archives have it, in UTC: 1980 to 2107, in steps of two seconds.
struct ZipTime: Equatable {
    var time: UInt16
    var date: UInt16

    init(seconds: Int64) {
        // 1980-01-01 and 2107-12-31T23:59:58.
        let seconds = min(max(seconds, 315_532_800), 4_354_819_198)
        let (days, rest) = (seconds / 86_400, seconds % 86_400)
        let (year, month, day) = Self.civil(days)
        time = UInt16((rest / 3600) << 11 | (rest % 3600 / 60) << 5 | (rest % 60) / 2)
        date = UInt16((year - 1980) << 9 | month << 5 | day)
    }

    /// The day of the Gregorian calendar, after Howard Hinnant's `civil_from_days`. `days` since 1970-01-01, not negative.
    private static func civil(_ days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }
}
