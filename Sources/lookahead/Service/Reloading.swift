import GridEngine
import HTTPServer
import Logging

/// SIGHUP: what the configuration file and the environment say now, as far as a running server can change it. Used on the thread that
/// waits for signals.
final class Reloading {
    /// Options that a running server changes.
    static let reloadable: Set = ["verbose", "loaders", "tls-certificate", "tls-key"]

    private var options: Serve
    private var settings: [Setting]
    private let engine: GridEngine
    private let certificates: CertificateWatch?
    private let log: Logger

    init(_ options: Serve, engine: GridEngine, certificates: CertificateWatch?, log: Logger) {
        self.options = options
        self.engine = engine
        self.certificates = certificates
        self.log = log
        settings = (try? Reloading.current())?.settings ?? []
    }

    /// - Returns: `false` when there is nothing to reload: no configuration file, and no certificate.
    func reload() -> Bool {
        guard options.config != nil || environment("LOOKAHEAD_CONFIG") != nil || certificates != nil else {
            return false
        }
        do {
            let (new, settings) = try Reloading.current()
            if let text = new.disagreement { throw SettingProblems(text, in: file) }
            apply(new, settings)
        } catch let problems as SettingProblems {
            for problem in problems.problems { log.error("Nothing was reloaded. \(value: problem)") }
        } catch {
            log.error("Nothing was reloaded. \(value: Serve.message(for: error))")
        }
        return true
    }

    private var file: String { options.config ?? environment("LOOKAHEAD_CONFIG") ?? "" }

    private func apply(_ new: Serve, _ settings: [Setting]) {
        let changed = Reloading.changes(from: self.settings, to: settings)
        if new.verbose != options.verbose { LogLevel.isVerbose.store(new.verbose, ordering: .relaxed) }
        if new.loaders != options.loaders { engine.setLoaders(new.loaders) }
        if let files = new.certificateFiles { certificates?.reload(files) }
        let isTLSSwitched = (new.certificateFiles == nil) != (options.certificateFiles == nil)
        let waiting = changed.filter { !Reloading.reloadable.contains($0) || isTLSSwitched && $0.hasPrefix("tls-") }
        let applied = changed.filter { !waiting.contains($0) }
        log.info("Reloaded\(applied.isEmpty ? ": nothing has changed" : ": \(applied.joined(separator: ", "))")")
        if !waiting.isEmpty { log.warning("Changed, and used after a restart: \(waiting.joined(separator: ", "))") }
        options = new
        // Changes that wait for the restart are named again by the next reload.
        self.settings =
            settings.filter { !waiting.contains($0.option.key) }
            + self.settings.filter { waiting.contains($0.option.key) }
    }

    private static func changes(from old: [Setting], to new: [Setting]) -> [String] {
        func values(_ settings: [Setting]) -> [String: [String]] {
            Dictionary(settings.map { ($0.option.key, $0.values) }) { first, _ in first }
        }
        let (old, new) = (values(old), values(new))
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }

    private static func current() throws -> (Serve, settings: [Setting]) {
        let words = GivenWords.serve
        let given = try Serve.parse(words)
        let settings = try Settings.all(behind: words, given: given)
        return (try Serve.parse(Settings.arguments(settings, before: words)), settings)
    }
}
