import Hashing
import JSONText

/// A line of a backup: one JSON object, of a kind that its members show. docs/backups.md describes them.
package enum BackupLine: Equatable {
    /// The first line: that this is a backup, and of which form.
    case head(form: Int)
    /// The lines that follow belong to this collection, up to the next one. `postedTitle` is that of a posted collection.
    case collection(id: String, version: Int, postedTitle: String?)
    /// A saved query of the collection.
    case query(SavedQuery)
    /// The next section of the order.
    case section(id: String, title: String)
    /// The next item of a section; without one when it has left the collection and only its attributes are kept.
    case item(BackupItem)
    /// The last line, with the counts of what came before: without it the backup is truncated.
    case end(BackupCounts)

    /// The form that this program writes, and the newest one that it reads.
    package static let form = 1
}

package struct BackupItem: Equatable {
    package var id: String
    package var section: String?
    package var kept: KeptItem?
    /// Where its original is, for people and scripts: nothing is restored from it.
    package var path: String?
    package var file: BackupFile?

    package init(id: String, section: String?, kept: KeptItem?, path: String? = nil, file: BackupFile? = nil) {
        self.file = file
        self.id = id
        self.section = section
        self.kept = kept
        self.path = path
    }
}

/// How much a backup holds.
package struct BackupCounts: Sendable, Equatable {
    package var collections = 0
    package var sections = 0
    package var items = 0
    package var queries = 0

    package init(collections: Int = 0, sections: Int = 0, items: Int = 0, queries: Int = 0) {
        self.collections = collections
        self.sections = sections
        self.items = items
        self.queries = queries
    }

    package mutating func count(_ line: BackupLine) {
        switch line {
        case .collection: collections += 1
        case .section: sections += 1
        case .item: items += 1
        case .query: queries += 1
        case .head, .end: break
        }
    }
}

extension JSONWriter {
    package mutating func backupLine(_ line: BackupLine) {
        beginObject()
        switch line {
        case .head(let form):
            member("lookahead", "backup")
            member("form", form)
        case .collection(let id, let version, let postedTitle):
            member("collection", id)
            member("version", version)
            if let postedTitle { member("title", postedTitle) }
        case .query(let query):
            member("query", query.name)
            member("title", query.title)
            key("document")
            raw(query.document.utf8)
        case .section(let id, let title):
            member("section", id)
            member("title", title)
        case .item(let item): members(of: item)
        case .end(let counts):
            member("end", true)
            member("collections", counts.collections)
            member("sections", counts.sections)
            member("items", counts.items)
            // Without any, as in the backups of versions that had none.
            if counts.queries > 0 { member("queries", counts.queries) }
        }
        endObject()
    }

    private mutating func members(of item: BackupItem) {
        member("item", item.id)
        key("section")
        if let section = item.section { string(section) } else { null() }
        if let path = item.path { member("path", path) }
        if let file = item.file {
            member("file", file.text)
            if file.folder != item.section { member("folder", file.folder) }
        }
        guard let kept = item.kept else { return }
        if let content = kept.content {
            member("title", content.title)
            member("kind", content.kind)
            if let width = content.width, let height = content.height {
                member("width", width)
                member("height", height)
            }
            if let picture = content.picture { member("picture", picture.text) }
        }
        if !kept.attributes.isEmpty {
            key("attributes")
            json(kept.attributes)
        }
        if kept.changes > 0 { member("changes", Int(clamping: kept.changes)) }
        if let listedAs = kept.listedAs { member("listedAs", listedAs) }
        if let left = kept.left, item.section == nil {
            key("left")
            left.write(to: &self)
        }
    }
}

/// The facts about an item's file in a backup: enough to recognise the file when it was renamed since.
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
