import GridEngine
import JSONText

extension JSONWriter {
    /// Why something failed, for people and for pages: the sentence as `error`, code and values as `reason`. Nothing for `nil`.
    mutating func failure(_ reason: Reason?) {
        guard let reason else { return }
        member("error", reason.sentence)
        member("reason", reason)
    }

    /// `{"code","values","language"}`; `values` is left out when there are none, `language` of an English sentence.
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
        if reason.language != Reason.english { member("language", reason.language) }
        endObject()
    }
}
