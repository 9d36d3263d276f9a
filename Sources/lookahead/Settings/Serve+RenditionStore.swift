import ArgumentParser
import Downloads

extension Serve {
    /// Where prepared pictures are shared; `nil` where they are not.
    var renditionStoreAddress: S3Address? { renditionStore.flatMap { try? S3Address($0) } }

    /// - Throws: what is wrong with `--rendition-store`, without repeating it: somebody may have put a key into it.
    func checkRenditionStore() throws {
        guard let renditionStore else { return }
        do throws(S3Address.Invalid) {
            _ = try S3Address(renditionStore)
        } catch {
            throw ValidationError("The address of --rendition-store cannot be used: \(error.reason).")
        }
    }

    /// The key to the store: of the file, else of the environment.
    /// - Throws: why there is none.
    func renditionKey() throws(RenditionKeyFile.Refusal) -> S3AccessKey {
        if let renditionKeyFile { return try RenditionKeyFile(path: renditionKeyFile).key() }
        guard let id = environment("AWS_ACCESS_KEY_ID"), let secret = environment("AWS_SECRET_ACCESS_KEY") else {
            throw .missing
        }
        guard let key = S3AccessKey(id: id, secret: secret, sessionToken: environment("AWS_SESSION_TOKEN")) else {
            throw .unfit("The access key in the environment")
        }
        return key
    }
}
