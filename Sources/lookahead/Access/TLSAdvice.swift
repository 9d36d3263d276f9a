import Glibc
import HTTPServer

/// Advice about TLS when the server starts, in words of the command line.
enum TLSAdvice {
    private static let day = 86_400

    /// `nil` when the certificate is valid for two more weeks. An invalid one is served all the same: browsers say so to those who
    /// come, and a machine that has just started may not know the time yet.
    static func validity(of identity: TLSIdentity, now: Int = time(nil)) -> String? {
        let validity = identity.validity
        if now > validity.upperBound {
            return "The certificate expired on \(date(validity.upperBound)). Browsers will refuse it; renew it."
        }
        if now < validity.lowerBound {
            return "The certificate is valid from \(date(validity.lowerBound)) on. Is the clock of this machine right?"
        }
        return validity.upperBound - now < 14 * day ? "The certificate expires on \(date(validity.upperBound))." : nil
    }

    static let missing =
        "Other machines reach this server without TLS: who can listen on the way can read the token and the pictures. Add "
        + "--tls-certificate and --tls-key, or put a proxy with TLS in front and name it with --trusted-proxy."

    private static func date(_ seconds: Int) -> String {
        var (seconds, parts) = (seconds, tm())
        gmtime_r(&seconds, &parts)
        func padded(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
        return "\(parts.tm_year + 1900)-\(padded(parts.tm_mon + 1))-\(padded(parts.tm_mday))"
    }
}
