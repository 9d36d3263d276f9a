/// Why bytes are not the JSON that was expected, and where.
package struct JSONError: Error, Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        /// Not JSON by RFC 8259, or not UTF-8.
        case malformed(String)
        /// JSON, but not of the shape that was asked for.
        case unexpected(String)
        /// JSON of the right shape, but too much of it.
        case tooMany(String, limit: Int)
        /// Nested deeper than the reader's limit.
        case tooDeep(limit: Int)
    }

    package var kind: Kind
    /// In bytes from the start.
    package var offset: Int
    /// RFC 6901 pointer to the value at fault; empty for the document.
    package var pointer: String

    package init(kind: Kind, offset: Int, pointer: String) {
        self.kind = kind
        self.offset = offset
        self.pointer = pointer
    }

    /// Whether the bytes are JSON, but not what is expected: then the status is 422 rather than 400.
    package var isWellFormed: Bool {
        switch kind {
        case .unexpected, .tooMany: true
        case .malformed, .tooDeep: false
        }
    }

    package var explanation: String {
        switch kind {
        case .malformed(let reason): "\(reason) at byte \(offset)"
        case .unexpected(let reason): reason
        case .tooMany(let what, let limit): "more than \(limit) \(what)"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        }
    }
}
