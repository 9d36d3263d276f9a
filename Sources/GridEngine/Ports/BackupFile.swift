import Hashing

/// What was known of an item's file, as a backup has it: enough to know the file by when it was renamed since.
package struct BackupFile: Equatable {
    package var revision: UInt64
    package var trace: UInt64
    /// The section of the file's folder.
    package var folder: String

    /// - Returns: `nil` when nothing is known.
    package init?(_ file: StoredTraces.File, folder: String?) {
        guard file.trace != 0, let folder else { return nil }
        (revision, trace, self.folder) = (file.revision, file.trace, folder)
    }

    /// Reads what `text` writes.
    package init?(text: String, folder: String) {
        guard text.utf8.count == 32, text.utf8.allSatisfy({ Character(UnicodeScalar($0)).isHexDigit }),
            let revision = UInt64(text.prefix(16), radix: 16), let trace = UInt64(text.suffix(16), radix: 16)
        else { return nil }
        (self.revision, self.trace, self.folder) = (revision, trace, folder)
    }

    /// Both numbers, of 16 hexadecimal digits each.
    package var text: String { revision.hexadecimal + trace.hexadecimal }
}
