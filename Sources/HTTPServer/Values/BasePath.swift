/// The path under which a proxy publishes the server. Within the server all paths are without it.
enum BasePath {
    /// Whether the text is such a path: segments of letters, digits, `-`, `.`, `_` and `~`, each after a slash, and none at the end.
    static func isPath(_ text: String) -> Bool {
        let segments = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return text.hasPrefix("/")
            && segments.dropFirst().allSatisfy { segment in
                !segment.isEmpty && segment.contains { $0 != UInt8(ascii: ".") }
                    && segment.allSatisfy { byte in
                        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "-._~".utf8.contains(byte)
                    }
            }
    }

    /// Removes the path from the beginning of a target, where a proxy has left it there.
    static func strip(_ path: String, from target: inout [UInt8]) {
        let count = path.utf8.count
        guard count > 0, target.count > count, target[count] == UInt8(ascii: "/"), target.starts(with: path.utf8) else {
            return
        }
        target.removeFirst(count)
    }

    /// The value of a header, with the addresses of this server in it below the path.
    static func value(of header: HTTPHeader, below path: String) -> String {
        guard !path.isEmpty else { return header.value }
        switch header.name {
        case "Location" where header.value.hasPrefix("/"): return path + header.value
        case "Link" where header.value.hasPrefix("</"): return "<" + path + header.value.dropFirst()
        case "Refresh" where header.value.hasPrefix("0; url=/"): return "0; url=" + path + header.value.dropFirst(7)
        default: return header.value
        }
    }
}
