/// The form of a data set, by the name of its file: `metadata.jsonl`, `metadata.csv`, or anything that ends in `.data.jsonl` or `.data.csv`.
///
/// Only files with such a name are read: what happens to be in a folder of pictures is no data set.
enum DataSetForm {
    /// An object on each line.
    case jsonLines
    /// Comma-separated values, of which the first row names the fields.
    case table

    /// `nil` of any other file.
    init?(_ name: [UInt8]) {
        let name = String(decoding: name, as: UTF8.self).lowercased()
        for (ending, form) in [("jsonl", DataSetForm.jsonLines), ("csv", .table)]
        where name == "metadata.\(ending)" || name.hasSuffix(".data.\(ending)") {
            self = form
            return
        }
        return nil
    }
}
