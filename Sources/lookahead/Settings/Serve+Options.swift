import ArgumentParser
import Downloads
import Glibc
import Renditions
import SharedStore

extension Serve {
    /// The database that stores everything; `nil` where the data folder does.
    var storeAddress: StoreAddress? { store.flatMap { try? StoreAddress($0) } }

    /// - Throws: the mistake in `--store`.
    func checkStore() throws {
        if let store { _ = try StoreAddress(option: store) }
    }
}

extension StoreAddress {
    /// The address that `--store` gives.
    /// - Throws: the mistake in it, without repeating it: it may contain a password.
    init(option text: String) throws {
        do throws(StoreAddress.Invalid) {
            try self.init(text)
        } catch {
            throw ValidationError("The address of --store cannot be used: \(error.reason).")
        }
        // From the environment and the configuration file, options come as arguments, too.
        guard !hasPassword || !CommandLine.arguments.contains(where: { $0.contains(text) }) else {
            throw ValidationError(
                "--store must not contain a password: other users of the machine can see it. Put the address into LOOKAHEAD_STORE in the environment, or the password into a file that PGPASSFILE names."
            )
        }
    }
}

extension Serve {
    /// Where prepared pictures are shared; `nil` where they are not.
    var renditionStoreAddress: S3Address? { renditionStore.flatMap { try? S3Address($0) } }

    /// - Throws: the mistake in `--rendition-store`, without repeating it: somebody may have put a key into it.
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
        try RenditionKeyFile.key(in: renditionKeyFile)
    }
}

/// The tokens that the options name.
extension Serve {
    /// `nil` without a token. A generated one is kept, unless somebody only wants to know whether there will be one.
    func chosenToken(isKept: Bool = true) throws(TokenChoice.Refusal) -> TokenChoice? {
        let environment = getenv(TokenChoice.variable).map { String(cString: $0) }
        return try TokenChoice.choose(
            argument: token, file: tokenFile, environment: environment, keptIn: isKept ? data ?? UserFolders.data : nil)
    }

    /// The token that opens only what changes nothing; `nil` without one.
    func chosenReadOnlyToken(
        beside token: TokenChoice?, isKept: Bool = true
    ) throws(TokenChoice.Refusal) -> TokenChoice? {
        let choice = try TokenChoice.choose(
            argument: readOnlyToken, file: readOnlyTokenFile, environment: nil, kind: .reading,
            keptIn: isKept ? data ?? UserFolders.data : nil)
        guard let choice else { return nil }
        guard let token else { throw .readOnlyAlone }
        guard token.token != choice.token else { throw .same }
        return choice
    }
}
