import ArgumentParser
import Renditions

/// The worker process that decodes pictures. Started by the server, with a socket as descriptor 3.
struct DecodeWorker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "decode-worker", abstract: "Decode pictures for a server.", shouldDisplay: false)

    @Option(help: "Maximum address space, in bytes.")
    var addressSpace: Int

    func run() throws {
        var limits = WorkerLimits()
        limits.addressSpaceBytes = addressSpace
        // The library loads its parts before the door closes.
        guard VipsDecoder.isAvailable else { throw ExitCode(1) }
        WorkerService(socket: 3, confinement: limits.confine()).run()
    }

    /// How the server starts one.
    static func arguments(_ limits: WorkerLimits) -> [String] {
        ["decode-worker", "--address-space", "\(limits.addressSpaceBytes)"]
    }
}
