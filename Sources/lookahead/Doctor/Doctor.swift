import ArgumentParser
import Glibc

/// `lookahead doctor`: whether this machine is fit for the server that the options describe, and what to do where it is not.
struct Doctor: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check this machine and the options for a server, and say what to do.",
        discussion: """
            Takes the options of lookahead serve, and changes nothing: run it as the user of the server, with the same options. The status \
            is 1 when something keeps the server from working.
            """)

    @OptionGroup
    var serve: Serve

    func run() throws {
        let findings =
            MachineFindings(serve).all() + FolderFindings(serve).all() + StoreFindings(serve).all()
            + RenditionStoreFindings(serve).all()
            + NetworkFindings(serve).all()
        for finding in findings { print(finding.text) }
        let (errors, warnings) = (count(.error, in: findings), count(.warning, in: findings))
        print(
            errors == 0 && warnings == 0
                ? "Everything is right." : "\(errors) to mend, \(warnings) to know. The lines above say how.")
        if errors > 0 { throw ExitCode(1) }
    }

    private func count(_ level: Finding.Level, in findings: [Finding]) -> Int {
        findings.count { $0.level == level }
    }
}

/// A finding of the doctor about one thing.
struct Finding {
    enum Level { case right, warning, error }

    var level: Level
    var what: String
    /// The advice; empty where nothing is to be done.
    var advice = ""

    static func right(_ what: String) -> Finding { Finding(level: .right, what: what) }
    static func warning(_ what: String, _ advice: String) -> Finding {
        Finding(level: .warning, what: what, advice: advice)
    }
    static func error(_ what: String, _ advice: String) -> Finding {
        Finding(level: .error, what: what, advice: advice)
    }

    /// For a terminal, as everything that comes from a file's name is.
    var text: String {
        let sign =
            switch level {
            case .right: "ok     "
            case .warning: "know   "
            case .error: "mend   "
            }
        let line = "\(sign)\(LogText.escaped(what))"
        return advice.isEmpty ? line : "\(line)\n       \(LogText.escaped(advice))"
    }
}
