import Downloads

/// The origins of the tests stand on this machine.
var anywhere: Downloader.Configuration {
    var configuration = Downloader.Configuration()
    configuration.addresses = .any
    // Where all tests run at once, one may wait a minute for its turn.
    configuration.timeLimit = .seconds(300)
    configuration.slownessLimit = .seconds(300)
    return configuration
}

extension Downloader {
    convenience init(_ configuration: Configuration) { self.init(configuration: configuration) }

    func fetch(
        _ address: String, _ validator: Validator? = nil, wantsBody: Bool = true
    ) async -> Result<DownloadAnswer, DownloadError> {
        guard let address = WebAddress(address) else { return .failure(.refused("no address")) }
        return await withCheckedContinuation { continuation in
            _ = start(DownloadRequest(address, validator: validator, wantsBody: wantsBody)) {
                continuation.resume(returning: $0)
            }
        }
    }
}

extension Result where Success == DownloadAnswer, Failure == DownloadError {
    var failure: DownloadError? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension AsyncStream {
    /// The next value.
    var first: Element? {
        get async {
            var iterator = makeAsyncIterator()
            return await iterator.next()
        }
    }
}
