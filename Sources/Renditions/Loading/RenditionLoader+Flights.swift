import GridEngine

extension RenditionLoader {
    /// One load in progress, and its subscribers. `subscribers` is guarded by the loader's `state`; `byProduct` belongs to the
    /// thread that runs it.
    final class Flight: @unchecked Sendable {
        struct Subscriber {
            let completion: @Sendable (Result<Rendition, LoadFailure>) -> Void
            var registration: Cancellation.Registration?
        }

        let request: RenditionRequest
        let cancellation: Cancellation
        /// The full picture that a preview was made from.
        var byProduct: (key: RenditionKey, rendition: Rendition)?
        var subscribers: [Int: Subscriber] = [:]
        var nextSubscriber = 0
        var isRunning = false

        init(_ request: RenditionRequest, cancellation: Cancellation = Cancellation()) {
            self.request = request
            self.cancellation = cancellation
        }
    }

    package func load(
        _ request: RenditionRequest, cancellation: Cancellation,
        completion: @escaping @Sendable (Result<Rendition, LoadFailure>) -> Void
    ) {
        guard !cancellation.isCancelled else {
            completionThread.run { completion(.failure(.cancelled)) }
            return
        }
        let (flight, number, isNew) = state.withLock { state in
            let known = state.flights[request.key]
            let flight = known ?? Flight(request)
            if known == nil {
                state.flights[request.key] = flight
                state.statistics.queued += 1
            } else {
                state.statistics.shared += 1
            }
            flight.nextSubscriber += 1
            flight.subscribers[flight.nextSubscriber] = Flight.Subscriber(completion: completion)
            return (flight, flight.nextSubscriber, known == nil)
        }
        if isNew { threads.run { [weak self] in self?.run(flight) ?? Self.abandon(flight) } }
        let registration = cancellation.onCancel { [weak self] in self?.leave(flight, subscriber: number) }
        let hasLeft = state.withLock { _ in
            flight.subscribers[number]?.registration = registration
            return flight.subscribers[number] == nil
        }
        if hasLeft { registration.remove() }
    }

    /// Removes a subscriber. Without the last one the load is cancelled, and the key is free for a new load.
    private func leave(_ flight: Flight, subscriber number: Int) {
        let (subscriber, isLast) = state.withLock { state -> (Flight.Subscriber?, Bool) in
            guard let subscriber = flight.subscribers.removeValue(forKey: number) else { return (nil, false) }
            guard flight.subscribers.isEmpty else { return (subscriber, false) }
            state.flights[flight.request.key] = nil
            state.statistics.cancelled += 1
            if !flight.isRunning { state.statistics.queued -= 1 }
            return (subscriber, true)
        }
        if isLast { flight.cancellation.cancel() }
        if let subscriber { completionThread.run { subscriber.completion(.failure(.cancelled)) } }
    }

    private func run(_ flight: Flight) {
        let isWanted = state.withLock { state in
            guard !flight.cancellation.isCancelled, !flight.subscribers.isEmpty else { return false }
            flight.isRunning = true
            state.statistics.queued -= 1
            state.statistics.running += 1
            state.statistics.started += 1
            return true
        }
        guard isWanted else { return }
        let (result, origin) = rendition(for: flight)
        let subscribers = state.withLock { state -> [Flight.Subscriber] in
            state.statistics.running -= 1
            count(result, in: &state.statistics, wanted: !flight.subscribers.isEmpty)
            guard !flight.subscribers.isEmpty else { return [] }
            state.flights[flight.request.key] = nil
            defer { flight.subscribers = [:] }
            return Array(flight.subscribers.values)
        }
        for subscriber in subscribers {
            subscriber.registration?.remove()
            subscriber.completion(result)
        }
        // After the completions: no one waits for the disk.
        if case .success(let rendition) = result, origin == .original {
            disk?.insert(rendition, for: flight.request.key)
        }
        if let full = flight.byProduct { disk?.insert(full.rendition, for: full.key) }
    }

    private func count(
        _ result: Result<Rendition, LoadFailure>, in statistics: inout RenditionStatistics, wanted: Bool
    ) {
        guard wanted else { return }
        switch result {
        case .success: statistics.finished += 1
        case .failure(.cancelled): statistics.cancelled += 1
        case .failure: statistics.failed += 1
        }
    }

    /// The loader was released while the load was queued.
    private static func abandon(_ flight: Flight) {
        for subscriber in flight.subscribers.values { subscriber.completion(.failure(.cancelled)) }
    }
}
