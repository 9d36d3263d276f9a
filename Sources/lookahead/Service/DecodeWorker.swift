import ArgumentParser
import Renditions

/// The worker process that decodes pictures or reads their metadata. Started by the server, with a socket as descriptor 3.
struct DecodeWorker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: DecoderProcess.command, abstract: "Decode pictures for a server.", shouldDisplay: false)

    @Option(help: "Maximum address space, in bytes.")
    var addressSpace: Int

    @Flag(help: "Read metadata instead, behind everything else on this machine.")
    var metadata = false

    @Flag(help: "Decode behind everything else on this machine.")
    var behind = false

    func run() throws {
        DecoderProcess.run(addressSpaceBytes: addressSpace, readsMetadata: metadata, isBehind: behind)
        throw ExitCode(1)
    }
}
