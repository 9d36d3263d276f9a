import ArgumentParser
import GridAPI

/// The program. Not in `main.swift`: closures written there belong to the main actor, and trap when called on another
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
            Serve.self, Export.self, Import.self, Recover.self, Simulate.self, Thumbnails.self, DecodeWorker.self,
        ],
        defaultSubcommand: Serve.self)
}
