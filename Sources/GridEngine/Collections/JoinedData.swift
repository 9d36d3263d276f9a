import CollectionModel
import JSONText

/// What data sets beside a collection's items say of them: attributes that stand below what people set. Never changes.
final class JoinedData: Sendable {
    /// Attributes by ordinal.
    private let contents: PostedContents
    /// The names of all of them, in the order in which they were found first.
    let fields: [String]
    let files: [DataSetFile]
    let reports: [DataSetReport]
    /// The collection's version when the first line was read.
    let version: Int
    /// The source's names of items then.
    let namesRevision: Int
    /// Whether something could not be read for a reason that may pass.
    let isPartial: Bool

    fileprivate init(_ join: DataJoin, _ contents: PostedContents, reports: [DataSetReport]) {
        (self.contents, fields, files, self.reports) = (contents, join.fields, join.files, reports)
        (version, namesRevision, isPartial) = (join.version, join.namesRevision, join.isPartial)
    }

    /// What is said of an item. O(its size).
    func attributes(of item: ItemOrdinal) -> JSONObject { contents.attributes(of: item.rawValue) }

    /// Whether lines name no item, which may have come since.
    var hasUnknown: Bool { reports.contains { $0.unknown > 0 } }

    /// The items of which something else is said than before, ascending. O(n).
    func differences(from older: JoinedData?) -> [ItemOrdinal] {
        (0..<UInt32(max(contents.count, older?.contents.count ?? 0))).compactMap { number in
            let had = older?.contents.hasRecord(number) ?? false
            guard had || contents.hasRecord(number) else { return nil }
            let item = ItemOrdinal(number)
            return had && older?.attributes(of: item) == attributes(of: item) ? nil : item
        }
    }
}

extension PostedContents {
    fileprivate func attributes(of ordinal: UInt32) -> JSONObject {
        hasRecord(ordinal) ? item(ordinal, id: "").attributes : [:]
    }
}

/// What was read of one data set.
package struct DataSetReport: Sendable, Equatable {
    /// Its path from the root.
    package var name: String
    /// Items that it says something of.
    package var items = 0
    /// Lines that name no item, and the path of the first of them.
    package var unknown = 0
    package var firstUnknown: String?
    /// Lines that name an item which an earlier line has named: the last one counts.
    package var repeated = 0
    /// Lines that cannot be read, and the number of the first of them, from 1.
    package var invalid = 0
    package var firstInvalid: Int?
    /// Fields that are not taken, because people or the server itself say them.
    package var ignored: [String] = []
    /// Why it was not read, or not to its end.
    package var problem: Reason?

    package init(name: String) { self.name = name }
}

/// The data sets of a collection while they are read.
struct DataJoin {
    /// Maximum memory of what is said of all items, maximum fields, and maximum names of fields that are not taken.
    static let bytesLimit = 1 << 30
    static let fieldLimit = 100
    private static let ignoredLimit = 20
    /// Maximum characters that are shown of a path.
    private static let shownLimit = 300
    /// Fields that people set, or that the server knows better.
    private static let taken = Mark.names.union([
        "name", "folder", "kind", "format", "bytes", "width", "height", "shape", "duration", "sharpness", "likeness",
        // In exported lines these are the item's own.
        "position", "section", "item", "path", "id",
    ])

    private let source: any DataSetSource
    private let collection: LiveCollection
    fileprivate let files: [DataSetFile]
    fileprivate let version: Int
    fileprivate let namesRevision: Int
    fileprivate private(set) var isPartial = false
    private var contents = PostedContents()
    fileprivate private(set) var fields: [String] = []
    private var known: Set<String> = []
    private var reports: [DataSetReport] = []
    /// By ordinal, whether the data set that is read has named the item.
    private var isNamed: [Bool] = []

    init(_ files: [DataSetFile], from source: any DataSetSource, of collection: LiveCollection) {
        (self.files, self.source, self.collection) = (files, source, collection)
        namesRevision = source.namesRevision
        version = collection.state.withLock { $0.version }
    }

    /// Reads all of them. Blocks.
    mutating func run(isCancelled: () -> Bool) -> JoinedData? {
        for file in files {
            isNamed = []
            var report = DataSetReport(name: file.name)
            do throws(LoadFailure) {
                try source.read(file) { part in
                    take(part, &report)
                    return report.problem == nil && !isCancelled()
                }
            } catch {
                report.problem = error.reason
                if case .unreadable = error {} else { isPartial = true }
            }
            if isCancelled() { return nil }
            reports.append(report)
        }
        return JoinedData(self, contents, reports: reports)
    }

    private mutating func take(_ part: DataSetPart, _ report: inout DataSetReport) {
        report.unknown += part.unknown
        report.firstUnknown = report.firstUnknown ?? part.firstUnknown.map { String($0.prefix(Self.shownLimit)) }
        report.invalid += part.invalid
        report.firstInvalid = report.firstInvalid ?? part.firstInvalid
        let ordinals = collection.state.withLock { state in part.rows.map { state.items.ordinal(of: $0.item) } }
        for (row, ordinal) in zip(part.rows, ordinals) {
            // A file that was found, and is not an item yet: it is when the change comes, and then all is read again.
            guard let ordinal else {
                report.unknown += 1
                continue
            }
            guard contents.sizeBytes < Self.bytesLimit else { return report.problem = .dataSetsTooLarge }
            let before = contents.attributes(of: ordinal)
            let attributes = laid(row.fields, over: before, &report)
            // A line has as many; the lines of one item together have no more.
            guard
                before.members.isEmpty
                    || JSONValue.object(attributes).encoded.count <= GivenItem.attributesLimitBytes
            else {
                report.invalid += 1
                continue
            }
            if isNamed(ordinal) { report.repeated += 1 } else { report.items += 1 }
            contents.set(SourceItem(posted: "", title: "", attributes: attributes), of: ordinal)
        }
    }

    private mutating func isNamed(_ ordinal: UInt32) -> Bool {
        if isNamed.count <= ordinal {
            isNamed += repeatElement(false, count: max(Int(ordinal) + 1 - isNamed.count, isNamed.count))
        }
        defer { isNamed[Int(ordinal)] = true }
        return isNamed[Int(ordinal)]
    }

    private mutating func laid(
        _ said: JSONObject, over attributes: JSONObject, _ report: inout DataSetReport
    ) -> JSONObject {
        var attributes = attributes
        for member in said.members {
            if !known.contains(member.name) {
                guard !Self.taken.contains(member.name), fields.count < Self.fieldLimit else {
                    if report.ignored.count < Self.ignoredLimit, !report.ignored.contains(member.name) {
                        report.ignored.append(member.name)
                    }
                    continue
                }
                known.insert(member.name)
                fields.append(member.name)
            }
            attributes[member.name] = member.value == .null ? nil : member.value
        }
        return attributes
    }
}
