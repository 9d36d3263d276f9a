import Glibc
import Hashing

/// Stands for the token in addresses of pictures and event streams, where a browser sends no header: the time at which it ends,
/// and a code that only the server can make of it. It counts for pages of one origin, and the token cannot be found from it.
struct Tickets: Sendable {
    private let key: [UInt8]

    /// Tickets end at whole hours: the addresses of pictures stay the same meanwhile, and a browser keeps the pictures.
    static let periodSeconds = 3600
    /// The name of the query parameter.
    static let name = "ticket"

    init(token: AccessToken) { key = Array(token.text.utf8) }

    /// Makes a ticket that counts for one to two hours.
    /// - Parameters:
    ///   - origin: of the pages, in lower case.
    ///   - now: seconds since 1970.
    /// - Returns: the ticket, and the seconds for which it counts.
    func make(for origin: String, now: Int) -> (text: String, seconds: Int) {
        let end = (now / Tickets.periodSeconds + 2) * Tickets.periodSeconds
        return (String(end, radix: 16) + "-" + code(origin, end), end - now)
    }

    /// Whether the query of a target has a ticket that counts for an origin.
    func isValid(in target: HeaderText, for origin: HeaderText, now: Int) -> Bool {
        guard let ticket = Tickets.ticket(in: target), let dash = ticket.firstIndex(of: UInt8(ascii: "-")),
            dash <= 12, let end = Int(String(decoding: ticket[..<dash], as: UTF8.self), radix: 16),
            // One from a clock that was years ahead does not count for years.
            end > now, end <= now + 2 * Tickets.periodSeconds
        else { return false }
        let origin = String(decoding: origin.bytes, as: UTF8.self).lowercased()
        return AccessToken(code(origin, end)).matches(ticket[(dash + 1)...])
    }

    private static func ticket(in target: HeaderText) -> [UInt8]? {
        guard let mark = target.bytes.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        let pair = target.bytes[(mark + 1)...].split(separator: UInt8(ascii: "&")).first {
            $0.starts(with: "ticket=".utf8)
        }
        return pair.map { Array($0.dropFirst(7)) }
    }

    private func code(_ origin: String, _ end: Int) -> String {
        let message = Array("lookahead ticket \(end) \(origin)".utf8)
        return SHA256.authenticationCode(of: message, key: key).hexadecimal
    }
}
