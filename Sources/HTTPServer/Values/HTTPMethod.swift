/// The request methods that routes can be given for.
package enum HTTPMethod: UInt8, Sendable, CaseIterable {
    case get, head, post, put, patch, delete, options

    package var name: String {
        switch self {
        case .get: "GET"
        case .head: "HEAD"
        case .post: "POST"
        case .put: "PUT"
        case .patch: "PATCH"
        case .delete: "DELETE"
        case .options: "OPTIONS"
        }
    }

    /// Whether the method promises to change nothing (RFC 9110, 9.2.1). OPTIONS is not included: no other origin needs it.
    package var isSafe: Bool { self == .get || self == .head }

    /// `nil` for every other method. Methods are case-sensitive.
    init?(_ name: HeaderText) {
        for method in HTTPMethod.allCases where name.bytes.elementsEqual(method.staticName) {
            self = method
            return
        }
        return nil
    }

    /// `name` without an allocation.
    private var staticName: UnsafeBufferPointer<UInt8> {
        let name: StaticString =
            switch self {
            case .get: "GET"
            case .head: "HEAD"
            case .post: "POST"
            case .put: "PUT"
            case .patch: "PATCH"
            case .delete: "DELETE"
            case .options: "OPTIONS"
            }
        return UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    }
}
