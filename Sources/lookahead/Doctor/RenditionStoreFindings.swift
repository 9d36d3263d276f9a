import Downloads
import Renditions

/// The store in which prepared pictures are shared. One that cannot be used keeps no server from working.
struct RenditionStoreFindings {
    private let serve: Serve

    init(_ serve: Serve) { self.serve = serve }

    func all() -> [Finding] {
        guard let address = serve.renditionStoreAddress else { return [] }
        let key: S3AccessKey
        do throws(RenditionKeyFile.Refusal) {
            key = try serve.renditionKey()
        } catch {
            return [.error("\(error)", "See --rendition-key-file.")]
        }
        if let problem = SharedRenditions.problem(at: address, key: key) {
            return [
                .warning(
                    "Prepared pictures cannot be shared: \(problem).",
                    "Look at --rendition-store and at the store. Until then each server makes its own.")
            ]
        }
        let finding = Finding.right("Prepared pictures are shared in \(address)")
        guard !address.isEncrypted else { return [finding] }
        return [
            finding,
            .warning(
                "What is shared with \(address.host) is not encrypted on its way.",
                "Name an endpoint with https, unless the network is yours alone."),
        ]
    }
}
