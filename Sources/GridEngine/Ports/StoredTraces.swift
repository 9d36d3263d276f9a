/// The facts of a source about the contents of consecutive items when it listed them last: one row of a store, beside the order
/// (docs/decisions/0069). Files have traces; what has none has its revision alone.
package struct StoredTraces: Sendable, Equatable {
    /// Items in a row. A file that has changed rewrites its row: at most 20 KiB.
    package static let span = 1024
    private static let entryBytes = 20

    package struct File: Sendable, Equatable {
        /// As `SourceListing.Entry` has them; both 0 when nothing is known.
        package var revision: UInt64 = 0
        package var trace: UInt64 = 0
        /// The ordinal of the section of the file's folder.
        package var folder: UInt32?

        package init(revision: UInt64 = 0, trace: UInt64 = 0, folder: UInt32? = nil) {
            (self.revision, self.trace, self.folder) = (revision, trace, folder)
        }

        fileprivate var isKnown: Bool { trace != 0 || revision != 0 }
    }

    /// Items `page` · `span` and following.
    package var page: Int
    package var bytes: [UInt8]

    package init(page: Int, bytes: [UInt8]) {
        (self.page, self.bytes) = (page, bytes)
    }

    /// - Parameters:
    ///   - page: which items they are.
    ///   - files: at most `span`. Unknown ones at the end take no bytes.
    package init(page: Int, files: [File]) {
        precondition(files.count <= Self.span, "\(files.count) files in a row of \(Self.span)")
        let known = files.lastIndex(where: \.isKnown).map { $0 + 1 } ?? 0
        var bytes: [UInt8] = []
        bytes.reserveCapacity(known * Self.entryBytes)
        func append(_ value: UInt64, _ count: Int) {
            for byte in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(byte * 8))) }
        }
        for file in files[..<known] {
            append(file.revision, 8)
            append(file.trace, 8)
            append(UInt64(file.folder ?? .max), 4)
        }
        self.init(page: page, bytes: bytes)
    }

    /// Calls `body` with the place in the row, 0..<`span`, and what is known of each file.
    /// - Throws: `.damaged` for a row of another form.
    package func forEach(_ body: (Int, File) -> Void) throws(StoreError) {
        guard bytes.count % Self.entryBytes == 0, bytes.count <= Self.span * Self.entryBytes, page >= 0 else {
            throw .damaged("a row of files with \(bytes.count) bytes")
        }
        let bytes = bytes.span
        func value(_ at: Int, _ count: Int) -> UInt64 {
            var value: UInt64 = 0
            for byte in 0..<count { value |= UInt64(bytes[at + byte]) << UInt64(byte * 8) }
            return value
        }
        for place in 0..<bytes.count / Self.entryBytes {
            let at = place * Self.entryBytes
            let folder = UInt32(truncatingIfNeeded: value(at + 16, 4))
            let file = File(revision: value(at, 8), trace: value(at + 8, 8), folder: folder == .max ? nil : folder)
            if file.isKnown { body(place, file) }
        }
    }

    /// This row, with what an older one knew of the files that it does not know.
    /// - Throws: `.damaged`
    package func merged(over older: StoredTraces) throws(StoreError) -> StoredTraces {
        var files = [File](repeating: File(), count: Self.span)
        try older.forEach { files[$0] = $1 }
        try forEach { files[$0] = $1 }
        return StoredTraces(page: page, files: files)
    }
}
