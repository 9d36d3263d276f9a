import ArgumentParser
import Renditions

/// The worker process that decodes pictures or reads their metadata. Started by the server, with a socket as descriptor 3.
struct DecodeWorker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode-worker", abstract: "Decode pictures for a server.", shouldDisplay: false)

    @Option(help: "Maximum address space, in bytes.")
    var addressSpace: Int

    @Flag(help: "Read metadata instead, behind everything else on this machine.")
    var metadata = false

    @Flag(help: "Decode behind everything else on this machine.")
    var behind = false

    func run() throws {
        var limits = WorkerLimits()
        limits.addressSpaceBytes = addressSpace
        // The library loads its parts before the process is confined.
        // What decodes finds the previews in RAW files by the one, and what reads metadata the sizes of pictures by the other.
        guard MetadataLibrary.isReady, VipsDecoder.startOneByOne() else { throw ExitCode(1) }
        if metadata || behind { WorkerPriority.lower(by: metadata ? WorkerPriority.tenth : WorkerPriority.last) }
        WorkerService(socket: 3, confinement: limits.confine()).run()
    }

    /// How the server starts one.
    static func arguments(_ limits: WorkerLimits, readsMetadata: Bool = false, isBehind: Bool = false) -> [String] {
        ["decode-worker", "--address-space", "\(limits.addressSpaceBytes)"] + (readsMetadata ? ["--metadata"] : [])
            + (isBehind ? ["--behind"] : [])
    }
}
