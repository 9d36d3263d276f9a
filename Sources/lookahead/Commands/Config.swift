import ArgumentParser
import Glibc
import HTTPServer

/// `lookahead config`: about the configuration file.
struct Config: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check a configuration file, or print one to begin with.", subcommands: [Check.self, Example.self])

    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Check a configuration file as lookahead serve --config would read it.",
            discussion: """
                Every line that is wrong is named, with its number. The status is 64 then. The files of a certificate and of a token are read, \
                by the user who checks.
                """)

        @Argument(help: "The file.", completion: .file())
        var file: String

        func run() throws {
            do throws(SettingProblems) {
                let settings = try ConfigurationFile(path: file).settings
                // Options that only go together, or do not.
                let serve = try Serve.parsed(Settings.arguments(settings, before: []), in: file)
                if let text = serve.disagreement { throw .init(text, in: file) }
                if let problem = serve.refusal(of: settings) { throw .init(problems: [problem]) }
                print("\(file) is right: \(settings.count) \(settings.count == 1 ? "option" : "options").")
            } catch {
                for problem in error.problems { writeError(problem.description) }
                throw ExitCode(64)
            }
        }
    }

    struct Example: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a configuration file with every option, each with its default and commented out.")

        func run() {
            print(
                """
                # Options of lookahead serve, with their defaults, and the variables of the environment that say the same.
                # Relative paths begin at the folder of this file. Check it with: lookahead config check FILE
                """)
            for option in ServeOptions.all where option.isShown {
                print("\n# \(option.help)  $\(option.variable)")
                let example = option.isList ? "[]" : option.defaultValue ?? ""
                print("#\(option.key):\(example.isEmpty ? "" : " \(example)")")
            }
        }
    }
}

extension Serve {
    fileprivate static func parsed(_ arguments: [String], in file: String) throws(SettingProblems) -> Serve {
        do {
            return try Serve.parse(arguments)
        } catch {
            throw .init(Serve.message(for: error), in: file)
        }
    }

    /// Why a server with these settings would not start, whatever the machine; `nil` when it would.
    fileprivate func refusal(of settings: [Setting]) -> SettingProblem? {
        func problem(_ key: String, _ text: String) -> SettingProblem? {
            settings.first { $0.option.key == key }.map { SettingProblem(origin: $0.origin, key: key, text: text) }
        }
        let token: TokenChoice?
        do throws(TokenChoice.Refusal) {
            token = try chosenToken(isKept: false)
        } catch {
            return problem("token-file", error.description) ?? problem("token", error.description)
        }
        if token == nil, !isLocal {
            return problem(
                "host",
                "other machines can reach \(host), and there is no token: add token-file, or token: auto, or set "
                    + TokenChoice.variable)
        }
        do throws(TokenChoice.Refusal) {
            _ = try chosenReadOnlyToken(beside: token, isKept: false)
        } catch {
            return problem("read-only-token-file", error.description) ?? problem("read-only-token", error.description)
        }
        do throws(TLSProblem) { _ = try certificateFiles?.load() } catch {
            return problem("tls-certificate", "TLS cannot be used: \(error).")
        }
        return nil
    }
}
