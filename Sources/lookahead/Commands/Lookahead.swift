import ArgumentParser
import GridAPI
import Renditions

/// The program. A `main.swift` would not do: closures written there belong to the main actor, and trap when called on another
/// thread.
@main
struct Lookahead: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A collection view for the web, run from the server.",
        usage: "lookahead <folder> ... [<options>]\nlookahead <subcommand>",
        discussion: """
            Without a subcommand, lookahead serves the folders. A folder with the name of a subcommand is written with its \
            path: ./export.
            """,
        version: GridAPI.version,
        subcommands: [
            Serve.self, Export.self, Import.self, Recover.self, Config.self, Doctor.self, Health.self,
            Simulate.self, Thumbnails.self,
        ],
        defaultSubcommand: Serve.self)

    static func main() {
        DecoderProcess.runIfAsked()
        do {
            var command = try parseAsRoot()
            if let given = command as? Serve { command = try Serve.parse(GivenWords.serve, given: given) }
            if var doctor = command as? Doctor {
                doctor.serve = try Serve.parse(GivenWords.serve, given: doctor.serve)
                command = doctor
            }
            try command.run()
        } catch let problems as SettingProblems {
            for problem in problems.problems { writeError(problem.description) }
            exit(withError: ExitCode(64))
        } catch {
            exit(withError: error)
        }
    }
}
