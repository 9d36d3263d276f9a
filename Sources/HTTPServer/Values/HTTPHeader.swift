import Glibc

/// One header line. Names come from the program, values may come from data.
package struct HTTPHeader: Sendable, Equatable {
    package var name: String
    package var value: String

    package init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The time of a `Date` header (RFC 9110, 5.6.7).
enum HTTPDate {
    private static let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// - Parameter seconds: since 1970.
    /// - Returns: such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    static func text(_ seconds: Int) -> String {
        var (seconds, parts) = (seconds, tm())
        // Not `strftime`, whose names follow the locale.
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = [parts.tm_hour, parts.tm_min, parts.tm_sec].map(two).joined(separator: ":")
        let date = "\(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900)"
        return "\(days[Int(parts.tm_wday)]), \(date) \(time) GMT"
    }
}

/// The `Content-Disposition` of a response (RFC 6266): whether a browser saves it, and under which name.
package enum ContentDisposition {
    /// - Parameters:
    ///   - name: the file's name, as people read it. Characters that could lead to another folder, or show another name, become `_`.
    ///   - isAttachment: whether it is saved; otherwise it may be shown.
    /// - Returns: the header, with the name in ASCII for old programs too.
    package static func header(name: String, isAttachment: Bool) -> HTTPHeader {
        let name = safe(name)
        var value = "\(isAttachment ? "attachment" : "inline"); filename=\"\(ascii(name))\""
        // Only for what ASCII cannot say: some programs take the first name that they find.
        if !name.unicodeScalars.allSatisfy(\.isASCII) { value += "; filename*=UTF-8''\(PercentCoding.encode(name))" }
        return HTTPHeader("Content-Disposition", value)
    }

    /// Without separators of folders, control characters, and characters that turn the direction of text.
    private static func safe(_ name: String) -> String {
        var safe = String.UnicodeScalarView()
        for scalar in name.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7f...0x9f, 0x2f, 0x5c, 0x200e...0x200f, 0x202a...0x202e, 0x2066...0x2069: safe.append("_")
            default: safe.append(scalar)
            }
        }
        while safe.first == "." { safe.removeFirst() }
        return safe.isEmpty ? "_" : String(safe)
    }

    private static func ascii(_ name: String) -> String {
        String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII && $0 != "\"" && $0 != "%" ? $0 : "_" }))
    }
}
