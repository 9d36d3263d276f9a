import GridEngine
import StoredForms

/// What stands in a row of the log.
enum LogBody {
    static func encode(_ patch: [UInt8], version: Int) -> [UInt8] {
        ChangeForm.encode(StoredChange(collection: "c", version: version, patch: patch))
    }
}
