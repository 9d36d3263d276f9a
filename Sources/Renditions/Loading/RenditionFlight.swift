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
    /// The renditions that its decode makes; empty without one.
    var making: [RenditionForm] = []

    var key: RenditionKey { request.key }

    init(_ request: RenditionRequest) {
        self.request = request
    }

    /// The forms that its decode can make: its own and the by-product, the full picture first.
    var forms: [RenditionForm] {
        guard let byProduct = request.byProduct, byProduct != key.form else { return [key.form] }
        return key.form == .preview ? [byProduct, .preview] : [key.form, byProduct]
    }
}

/// The counters of a `RenditionLoader` since it was made, and its present contents.
package struct RenditionStatistics: Sendable, Equatable {
    /// Renditions returned from memory, by `cached` or by a load.
    package var memoryHits = 0
    package var diskHits = 0
    /// Reads of originals; several loads may share one.
    package var originals = 0
    /// Requests that joined a load in progress.
    package var shared = 0
    /// Loads that a thread took up; each ends as finished, cancelled or failed.
    package var started = 0
    package var finished = 0
    /// Loads that were cancelled because the last subscriber left, before or while they ran.
    package var cancelled = 0
    package var failed = 0
    /// Decodes that began; a load that was cancelled before has none.
    package var decodes = 0
    /// Loads waiting for a thread, and loads on one.
    package var queued = 0
    package var running = 0

    package var memoryEntries = 0
    package var memoryBytes = 0
    package var memoryLimitBytes = 0
    package var diskEntries = 0
    package var diskBytes = 0
    package var diskLimitBytes = 0
    /// Entries that could not be written: disk full, folder gone.
    package var diskWriteFailures = 0

    package init() {}
}
