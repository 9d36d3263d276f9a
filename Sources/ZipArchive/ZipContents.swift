/// The files of an archive in their order, packed: 32 bytes and the name for each.
///
/// All are known before the first byte is sent; checksums are added as files are.
package struct ZipContents: Sendable {
    private var names: [UInt8] = []
    private var nameEnds: [Int] = []
    private var sizes: [UInt64] = []
    private var times: [Int64] = []
    private var checksums: [UInt32] = []
    private let records = ZipRecords()
    /// The bytes of all files with their headers: where the directory begins.
    package private(set) var directoryOffset: UInt64 = 0
    package private(set) var directoryLength: UInt64 = 0

    package init() {}

    package var count: Int { sizes.count }

    /// The number of bytes of the whole archive.
    package var length: UInt64 {
        directoryOffset + directoryLength
            + records.endLength(count: UInt64(count), length: directoryLength, offset: directoryOffset)
    }

    package mutating func append(_ file: ZipRecords.File) {
        names += file.name
        nameEnds.append(names.count)
        sizes.append(file.sizeBytes)
        times.append(file.modified)
        directoryLength += records.entryLength(of: file, at: directoryOffset)
        directoryOffset += records.length(of: file)
    }

    package subscript(index: Int) -> ZipRecords.File {
        let start = index == 0 ? 0 : nameEnds[index - 1]
        return ZipRecords.File(
            name: Array(names[start..<nameEnds[index]]), sizeBytes: sizes[index], modified: times[index])
    }

    /// Sets the checksum of the next file without one.
    package mutating func addChecksum(_ checksum: UInt32) { checksums.append(checksum) }

    /// The directory, part by part: the entries of some files, and of the last ones with the end of the archive.
    /// - Parameters:
    ///   - start: the index of the first file.
    ///   - limit: how many, at most.
    ///   - offset: of the first file's header; of the next part's first afterwards.
    /// - Returns: the bytes of the part.
    package func directory(from start: Int, limit: Int, offset: inout UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        let end = min(count, start + limit)
        for index in start..<end {
            let file = self[index]
            bytes += records.entry(of: file, checksum: checksums[index], at: offset)
            offset += records.length(of: file)
        }
        if end == count {
            bytes += records.end(count: UInt64(count), length: directoryLength, offset: directoryOffset)
        }
        return bytes
    }
}
