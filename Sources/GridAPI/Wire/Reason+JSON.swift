import GridEngine
import JSONText

extension JSONWriter {
    /// `"name":{"code":…,"values":{…}}`, for a page that words the reason itself.
    mutating func member(_ name: StaticString, _ reason: Reason) {
        key(name)
        beginObject()
        member("code", reason.code)
        if !reason.values.isEmpty {
            key("values")
            beginObject()
            for (name, value) in reason.values.sorted(by: { $0.key < $1.key }) {
                key(escaping: name)
                string(value)
            }
            endObject()
        }
        endObject()
    }
}
