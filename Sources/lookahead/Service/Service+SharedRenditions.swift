import Logging
import Renditions

extension Service {
    /// Prepared pictures of all servers; `nil` where this one shares none. A store that is away keeps no server from its start.
    /// - Throws: why there is no access key.
    func sharedRenditions() throws(ServiceError) -> SharedRenditions? {
        guard let address = options.renditionStoreAddress else { return nil }
        do throws(RenditionKeyFile.Refusal) {
            let shared = SharedRenditions(address, key: try options.renditionKey()) { [log] trouble in
                if let trouble {
                    log.warning("Prepared pictures are not shared: \(value: trouble)")
                } else {
                    log.info("Prepared pictures are shared again.")
                }
            }
            log.info("Sharing prepared pictures in \(value: address.description)")
            shared.startProbing()
            return shared
        } catch {
            throw .renditionKey(error)
        }
    }
}
