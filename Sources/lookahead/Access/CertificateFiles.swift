import Dispatch
import Glibc
import HTTPServer
import Logging

/// The files of `--tls-certificate` and `--tls-key`, which a program that renews certificates replaces while the server runs.
struct CertificateFiles {
    var certificate: String
    var key: String

    /// For programs that run in other folders. A symbolic link stays: what renews a certificate puts another file behind it.
    var absoluteCertificate: String? {
        if certificate.hasPrefix("/") { return certificate }
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return "\(String(cString: folder))/\(certificate)"
    }

    func load() throws(TLSProblem) -> TLSIdentity { try TLSIdentity(certificateFile: certificate, keyFile: key) }

    /// Changes when either file is written or replaced, also behind a symbolic link.
    var stamps: [FileStamp?] { [FileStamp(certificate), FileStamp(key)] }

    struct FileStamp: Equatable {
        private let numbers: [Int]

        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            numbers = [
                Int(status.st_ino), status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
                status.st_ctim.tv_sec, status.st_ctim.tv_nsec,
            ]
        }
    }
}

/// Uses new files when they have changed. While they do not go together, as between the writing of one and the other, the server keeps what
/// it has.
///
/// Unchecked: all but `init` runs on `queue`.
final class CertificateWatch: @unchecked Sendable {
    private var files: CertificateFiles
    private let server: HTTPServer
    private let log: Logger
    private let queue = DispatchQueue(label: "lookahead.certificate")
    private let timer: any DispatchSourceTimer
    private var stamps: [CertificateFiles.FileStamp?]
    /// A problem that the last look found. Reported by the next one if it is still there: files are replaced one after the other.
    private var problem: TLSProblem?
    private var isReported = false

    private static let interval = DispatchTimeInterval.seconds(2)

    /// `stamps` are those of the files that the server has read.
    init(_ files: CertificateFiles, read stamps: [CertificateFiles.FileStamp?], for server: HTTPServer, log: Logger) {
        self.files = files
        self.stamps = stamps
        self.server = server
        self.log = log
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(500))
        timer.setEventHandler { [weak self] in self?.look(isOrdered: false) }
        timer.resume()
    }

    deinit { timer.cancel() }

    /// Reads the files, which may be others, now, and reports mistakes in them at once.
    func reload(_ files: CertificateFiles) {
        queue.async {
            self.files = files
            self.look(isOrdered: true)
        }
    }

    private func look(isOrdered: Bool) {
        let found = files.stamps
        guard isOrdered || found != stamps || problem != nil && !isReported else { return }
        if found != stamps { (problem, isReported) = (nil, false) }
        stamps = found
        do throws(TLSProblem) {
            let identity = try files.load()
            server.replaceIdentity(identity)
            problem = nil
            log.info("The certificate in \(value: files.certificate) is in use from now on")
            if let warning = TLSAdvice.validity(of: identity) { log.warning("\(value: warning)") }
        } catch {
            if isOrdered || problem == error {
                log.error("The certificate that was in use stays: \(value: error)")
                isReported = true
            }
            problem = error
        }
    }
}

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
