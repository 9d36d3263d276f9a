import ArgumentParser
import SharedStore

extension Serve {
    /// The database that stores everything; `nil` where the data folder does.
    var storeAddress: StoreAddress? { store.flatMap { try? StoreAddress($0) } }

    /// - Throws: what is wrong with `--store`.
    func checkStore() throws {
        if let store { _ = try StoreAddress(option: store) }
    }
}

extension StoreAddress {
    /// The address that `--store` gives.
    /// - Throws: what is wrong with it, without repeating it: it may contain a password.
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
