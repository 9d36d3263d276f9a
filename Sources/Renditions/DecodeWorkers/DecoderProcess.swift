import Glibc
import Synchronization

/// The process that decodes pictures or reads their metadata: a program with these words behind its name, and a socket as descriptor 3.
package enum DecoderProcess {
    /// The first of the words.
    package static let command = "decode-worker"

    /// How a server starts one.
    package static func arguments(
        _ limits: WorkerLimits, readsMetadata: Bool = false, isBehind: Bool = false
    ) -> [String] {
        [command, "--address-space", "\(limits.addressSpaceBytes)"] + (readsMetadata ? ["--metadata"] : [])
            + (isBehind ? ["--behind"] : [])
    }

    private static let wasAsked = Atomic(false)

    /// Whether this program becomes a worker when it is started as one: `runIfAsked` was called.
    package static var hasBeenAsked: Bool { wasAsked.load(ordering: .relaxed) }

    /// Becomes a worker when the words of the command line say so, and does not return then. A program calls it first: servers start workers
    /// often, and a worker has no use for the rest.
    package static func runIfAsked() {
        wasAsked.store(true, ordering: .relaxed)
        let words = CommandLine.arguments.dropFirst()
        guard words.first == command else { return }
        run(Array(words))
        _exit(1)
    }

    /// Decodes until the server closes the socket; ends the process then.
    /// - Returns: when the libraries cannot be loaded.
    private static func run(_ words: [String]) {
        let place = words.firstIndex(of: "--address-space")
        guard let place, place + 1 < words.count, let bytes = Int(words[place + 1]) else { return }
        var limits = WorkerLimits()
        limits.addressSpaceBytes = bytes
        // The library loads its parts before the process is confined.
        // Decoding finds the previews in RAW files by the one, and reading metadata finds the sizes of pictures by the other.
        guard MetadataLibrary.isReady, VipsDecoder.startOneByOne() else { return }
        if words.contains("--metadata") {
            WorkerPriority.lower(by: WorkerPriority.tenth)
        } else if words.contains("--behind") {
            WorkerPriority.lower(by: WorkerPriority.last)
        }
        WorkerService(socket: 3, confinement: limits.confine()).run()
    }
}
