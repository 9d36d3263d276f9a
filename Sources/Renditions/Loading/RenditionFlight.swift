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
    /// What its decode makes; empty when it has none.
    var making: [RenditionForm] = []

    var key: RenditionKey { request.key }

    init(_ request: RenditionRequest) {
        self.request = request
    }

    /// What its decode can make: its own form and the by-product, the full picture first.
    var forms: [RenditionForm] {
        guard let byProduct = request.byProduct, byProduct != key.form else { return [key.form] }
        return key.form == .preview ? [byProduct, .preview] : [key.form, byProduct]
    }
}
