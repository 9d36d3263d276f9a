import Dispatch

/// Uses new files when they have changed. While they do not go together, as between the writing of one and the other, the server keeps what
/// it has.
///
/// Unchecked: all but `init` runs on `queue`.
package final class CertificateWatch: @unchecked Sendable {
    private var files: CertificateFiles
    private let server: HTTPServer
    private let report: @Sendable (News) -> Void
    private let queue = DispatchQueue(label: "lookahead.certificate")
    private let timer: any DispatchSourceTimer
    private var stamps: [CertificateFiles.FileStamp?]
    /// A problem that the last look found. Reported by the next one if it is still there: files are replaced one after the other.
    private var problem: TLSProblem?
    private var isReported = false

    private static let interval = DispatchTimeInterval.seconds(2)

    /// The outcome of a look at files that have changed.
    package enum News: Sendable {
        case isUsed(TLSIdentity, CertificateFiles)
        /// The one before stays.
        case isUnusable(TLSProblem)
    }

    /// - Parameters:
    ///   - files: those that the server has read.
    ///   - stamps: theirs, from before they were read.
    ///   - server: gets what they hold from now on.
    ///   - report: called on a thread of its own.
    package init(
        _ files: CertificateFiles, read stamps: [CertificateFiles.FileStamp?], for server: HTTPServer,
        report: @escaping @Sendable (News) -> Void = { _ in }
    ) {
        self.files = files
        self.stamps = stamps
        self.server = server
        self.report = report
        timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(500))
        timer.setEventHandler { [weak self] in self?.look(isOrdered: false) }
        timer.resume()
    }

    deinit { timer.cancel() }

    /// Reads the files, which may be others, now, and reports mistakes in them at once.
    package func reload(_ files: CertificateFiles) {
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
            report(.isUsed(identity, files))
        } catch {
            if isOrdered || problem == error {
                report(.isUnusable(error))
                isReported = true
            }
            problem = error
        }
    }
}
