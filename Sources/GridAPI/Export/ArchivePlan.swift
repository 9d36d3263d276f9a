import GridEngine
import ZipArchive

/// The contents of an archive of originals: every file is looked at before the first byte is sent, so that the length is known.
struct ArchivePlan: Sendable {
    /// Maximum number of files in an archive.
    static let itemLimit = 1_000_000
    private static let itemsAtOnce = 256
    private static let missingName = "MISSING.txt"

    enum Refusal: Error {
        case tooMany
        case nothing
        case cancelled
    }

    private(set) var contents = ZipContents()
    /// The index in the list of each file.
    private(set) var rows: [UInt32] = []
    /// The text of the last file, which lists the items without one; empty when there is none.
    private(set) var missing: [UInt8] = []

    /// Looks at the files of a list. May block.
    /// - Parameters:
    ///   - list: of the items.
    ///   - isNumbered: whether names begin with the place in the list.
    ///   - cancellation: stops it.
    /// - Throws: why there is no archive.
    init(of list: ItemList, isNumbered: Bool, cancellation: Cancellation) throws(Refusal) {
        guard list.count <= Self.itemLimit else { throw .tooMany }
        var names = ArchiveNames()
        for start in stride(from: 0, to: list.count, by: Self.itemsAtOnce) {
            guard !cancellation.isCancelled else { throw .cancelled }
            // Rows that cannot be read have no files.
            let rows = (try? list.rows(from: start, limit: Self.itemsAtOnce)) ?? []
            for (index, row) in rows.enumerated() {
                guard let status = (try? list.open(row.item.id))?.status else {
                    add(missing: row)
                    continue
                }
                let number = isNumbered ? start + index + 1 : nil
                let name = names.name(in: row.section, row.item.title, number: number, largest: list.count)
                self.rows.append(UInt32(start + index))
                contents.append(
                    .init(name: Array(name.utf8), sizeBytes: status.sizeBytes, modified: status.modified))
            }
        }
        guard !rows.isEmpty else { throw .nothing }
        guard !missing.isEmpty else { return }
        let name = names.name(in: "", Self.missingName)
        contents.append(
            .init(name: Array(name.utf8), sizeBytes: UInt64(missing.count), modified: 0))
    }

    private mutating func add(missing row: ItemList.Row) {
        missing += row.place?.bytes ?? Array("\(row.section)/\(row.item.title)".utf8)
        missing.append(UInt8(ascii: "\n"))
    }

    /// Adds the checksum of the file that was sent last.
    mutating func addChecksum(_ checksum: UInt32) { contents.addChecksum(checksum) }
}
