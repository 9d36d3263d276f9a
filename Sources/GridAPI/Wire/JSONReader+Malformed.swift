import JSONText

extension JSONReader {
    /// Whether all that is left is JSON: a body of the wrong shape may also be malformed further on, which is another status.
    var isJSON: Bool {
        var reader = self
        do throws(JSONError) {
            try reader.skipValue()
            try reader.end()
            return true
        } catch {
            return error.isWellFormed
        }
    }
}

extension JSONError {
    var asMalformed: JSONError {
        isWellFormed ? JSONError(kind: .malformed("not JSON"), offset: offset, pointer: "") : self
    }
}
