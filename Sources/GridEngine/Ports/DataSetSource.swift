import JSONText

/// A file beside a source's items whose lines say something of them, each by the path of an item's file.
package struct DataSetFile: Sendable, Hashable {
    /// The index of the root folder that it is in.
    package var root: Int
    /// From its root. Bytes, as the system has them.
    package var path: [UInt8]
    /// The path as people read it.
    package var name: String
    /// Changes when (and only when) its content does.
    package var revision: UInt64

    package init(root: Int, path: [UInt8], name: String, revision: UInt64) {
        (self.root, self.path, self.name, self.revision) = (root, path, name, revision)
    }
}

/// Some lines of a data set.
package struct DataSetPart: Sendable {
    /// The items that lines name, with what those say of them, in the sequence of the lines. `null` takes away what an earlier line said.
    package var rows: [(item: String, fields: JSONObject)] = []
    /// Lines that name no item.
    package var unknown = 0
    /// The path of the first of them.
    package var firstUnknown: String?
    /// Lines that cannot be read.
    package var invalid = 0
    /// The number of the first of them, from 1.
    package var firstInvalid: Int?

    package init() {}
}

/// One line of a data set, or one row of a table.
package struct DataSetRecord: Sendable {
    /// `nil` of one that cannot be read.
    package var path: String?
    package var fields: JSONObject
    /// The number of its first line, from 1.
    package var line: Int

    package init(path: String?, fields: JSONObject, line: Int) {
        (self.path, self.fields, self.line) = (path, fields, line)
    }
}

/// A source with data sets beside its items.
package protocol DataSetSource: Sendable {
    /// Those of the last listing. What a later one says of an item takes the place of what an earlier one said.
    var dataSets: [DataSetFile] { get }

    /// Changes when files have other items than before, by renaming.
    var namesRevision: Int { get }

    /// The item whose file has a path, from the first root or absolute; `nil` without one. O(its length).
    func item(at path: String) -> String?

    /// Reads a data set from its beginning, whatever its size, with memory for a few lines. Blocks.
    /// - Parameters:
    ///   - file: one of `dataSets`.
    ///   - take: called with some lines after another; `false` ends the reading.
    /// - Throws: why the file cannot be read, or is no data set.
    func read(_ file: DataSetFile, _ take: (DataSetPart) -> Bool) throws(LoadFailure)

    /// Reads a table that is no file, as one of the data sets is read.
    /// - Parameters:
    ///   - table: comma-separated values.
    ///   - take: called with each row; `false` ends the reading.
    /// - Throws: why it is none.
    func read(table: [UInt8], _ take: (DataSetRecord) -> Bool) throws(LoadFailure)
}
