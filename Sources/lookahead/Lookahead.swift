import ArgumentParser

@main
struct Lookahead: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "A collection view for the web, run from the server.")
}
