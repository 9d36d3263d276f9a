/// Advice for requests that no route takes.
package struct RouteHints: Sendable {
    private var hints: [(method: HTTPMethod?, segments: [Route.Segment], text: String)] = []

    package init() {}

    /// Adds a hint. Those that were added first are looked at first.
    /// - Parameters:
    ///   - method: of the requests; `nil` for any.
    ///   - pattern: of the paths, as `Router.on` has them.
    ///   - text: for people who write programs.
    package mutating func add(_ method: HTTPMethod?, _ pattern: String, _ text: String) {
        hints.append((method, Route.segments(pattern), text))
    }

    /// The hint for a request, where there is one.
    /// - Parameters:
    ///   - method: of the request.
    ///   - path: the raw path, from its first slash.
    /// - Returns: the first that fits.
    func hint(_ method: HTTPMethod, at path: UnsafeBufferPointer<UInt8>) -> String? {
        guard path.first == UInt8(ascii: "/") else { return nil }
        let parts = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return hints.first { ($0.method ?? method) == method && RouteHints.matches(parts, $0.segments) }?.text
    }

    private static func matches(
        _ parts: [Slice<UnsafeBufferPointer<UInt8>>], _ segments: [Route.Segment]
    ) -> Bool {
        for (place, segment) in segments.enumerated() {
            if case .rest = segment { return true }
            guard place < parts.count else { return false }
            if case .literal(let bytes) = segment, !parts[place].elementsEqual(bytes) { return false }
        }
        return parts.count == segments.count
    }
}
