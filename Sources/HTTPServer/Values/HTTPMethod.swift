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
    init?(_ name: UnsafePointer<CChar>) {
        for method in HTTPMethod.allCases where method.equals(name) {
            self = method
            return
        }
        return nil
    }

    private func equals(_ name: UnsafePointer<CChar>) -> Bool {
        let own: StaticString =
            switch self {
            case .get: "GET"
            case .head: "HEAD"
            case .post: "POST"
            case .put: "PUT"
            case .patch: "PATCH"
            case .delete: "DELETE"
            case .options: "OPTIONS"
            }
        var index = 0
        while index < own.utf8CodeUnitCount {
            // Also ends at the terminator of a shorter name.
            guard UInt8(bitPattern: name[index]) == own.utf8Start[index] else { return false }
            index += 1
        }
        return name[index] == 0
    }
}
