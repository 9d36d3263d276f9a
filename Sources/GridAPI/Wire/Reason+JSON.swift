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
        object(name) { writer in
            writer.member("code", reason.code)
            if !reason.values.isEmpty {
                writer.object("values") { writer in
                    for (name, value) in reason.values.sorted(by: { $0.key < $1.key }) {
                        writer.key(escaping: name)
                        writer.string(value)
                    }
                }
            }
            if reason.language != Reason.english { writer.member("language", reason.language) }
        }
    }
}
