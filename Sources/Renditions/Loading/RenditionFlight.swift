import GridEngine

/// One rendition that is being made, and the requests that wait for it.
///
/// `@unchecked Sendable`: everything that changes is guarded by the loader's `state`.
final class RenditionFlight: @unchecked Sendable {
    typealias Completion = @Sendable (Result<LoadedRendition, LoadFailure>) -> Void

    struct Subscriber {
        let completion: Completion
        var registration: Cancellation.Registration?
    }

    let request: RenditionRequest
    /// Raised when the last subscriber has left.
    let cancellation = Cancellation()
    var subscribers: [Int: Subscriber] = [:]
    var nextSubscriber = 0
    var isRunning = false
    /// The read of the original that it waits for or uses.
    var reading: OriginalReading?

    var key: RenditionKey { request.key }

    init(_ request: RenditionRequest) {
        self.request = request
    }

    /// What its decode makes: its own form and the by-product, the full picture first.
    var forms: [RenditionForm] {
        guard let byProduct = request.byProduct, byProduct != key.form else { return [key.form] }
        return key.form == .preview ? [byProduct, .preview] : [key.form, byProduct]
    }
}

/// One read of an original, for all the renditions that are wanted of it meanwhile.
///
/// `@unchecked Sendable`: everything that changes is guarded by the loader's `state`.
final class OriginalReading: @unchecked Sendable {
    /// Names the content that is read.
    struct Key: Hashable {
        let collection: String
        let item: String
        let revision: UInt64

        init(_ key: RenditionKey) {
            collection = key.collection
            item = key.item
            revision = key.revision
        }
    }

    let key: Key
    /// Raised when the last flight has left.
    let cancellation = Cancellation()
    /// Number of flights that wait for the original or use it.
    var users = 0
    /// Flights that wait: for the original, or for another one's decode to make what they want.
    var waiting: [RenditionFlight] = []
    /// `nil` until it is read.
    var original: Original?
    /// What the decodes that run, or will once it is read, make.
    var making: Set<RenditionForm> = []

    init(_ key: Key) {
        self.key = key
    }
}
