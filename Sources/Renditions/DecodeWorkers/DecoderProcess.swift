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

    /// Decodes until the server closes the socket; ends the process then.
    /// - Returns: when the libraries cannot be loaded.
    package static func run(addressSpaceBytes: Int, readsMetadata: Bool, isBehind: Bool) {
        var limits = WorkerLimits()
        limits.addressSpaceBytes = addressSpaceBytes
        // The library loads its parts before the process is confined.
        // Decoding finds the previews in RAW files by the one, and reading metadata finds the sizes of pictures by the other.
        guard MetadataLibrary.isReady, VipsDecoder.startOneByOne() else { return }
        if readsMetadata || isBehind {
            WorkerPriority.lower(by: readsMetadata ? WorkerPriority.tenth : WorkerPriority.last)
        }
        WorkerService(socket: 3, confinement: limits.confine()).run()
    }

    /// The same with the words that `arguments` has made.
    package static func run(_ words: [String]) {
        let place = words.firstIndex(of: "--address-space")
        guard let place, place + 1 < words.count, let bytes = Int(words[place + 1]) else { return }
        run(
            addressSpaceBytes: bytes, readsMetadata: words.contains("--metadata"), isBehind: words.contains("--behind"))
    }
}
