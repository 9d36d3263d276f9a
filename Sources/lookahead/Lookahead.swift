import ArgumentParser

/// The program. Not in `main.swift`: closures written there belong to the main actor, and trap when another thread calls
/// them.
@main
struct Lookahead: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "A collection view for the web, run from the server.",
        subcommands: [Serve.self, Export.self, Import.self, Simulate.self, Thumbnails.self, DecodeWorker.self])
}
