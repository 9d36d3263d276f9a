import GridEngine

extension RenditionLoader {
    /// One load under way, and who asked for it. `askers` is guarded by the loader's `state`; `byProduct` belongs to the
    /// thread that runs it.
    final class Flight: @unchecked Sendable {
        struct Asker {
            let completion: @Sendable (Result<Rendition, LoadFailure>) -> Void
            var registration: Cancellation.Registration?
        }

        let request: RenditionRequest
        let cancellation: Cancellation
        /// The full picture that a preview was made from.
        var byProduct: (key: RenditionKey, rendition: Rendition)?
        var askers: [Int: Asker] = [:]
        var nextAsker = 0
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
            courier.run { completion(.failure(.cancelled)) }
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
            flight.nextAsker += 1
            flight.askers[flight.nextAsker] = Flight.Asker(completion: completion)
            return (flight, flight.nextAsker, known == nil)
        }
        if isNew { threads.run { [weak self] in self?.run(flight) ?? Self.abandon(flight) } }
        let registration = cancellation.onCancel { [weak self] in self?.leave(flight, asker: number) }
        let hasLeft = state.withLock { _ in
            flight.askers[number]?.registration = registration
            return flight.askers[number] == nil
        }
        if hasLeft { registration.remove() }
    }

    /// An asker wants no more; with the last one the load is called off, and the key is free for a new load.
    private func leave(_ flight: Flight, asker number: Int) {
        let (asker, isLast) = state.withLock { state -> (Flight.Asker?, Bool) in
            guard let asker = flight.askers.removeValue(forKey: number) else { return (nil, false) }
            guard flight.askers.isEmpty else { return (asker, false) }
            state.flights[flight.request.key] = nil
            state.statistics.cancelled += 1
            if !flight.isRunning { state.statistics.queued -= 1 }
            return (asker, true)
        }
        if isLast { flight.cancellation.cancel() }
        if let asker { courier.run { asker.completion(.failure(.cancelled)) } }
    }

    private func run(_ flight: Flight) {
        let isWanted = state.withLock { state in
            guard !flight.cancellation.isCancelled, !flight.askers.isEmpty else { return false }
            flight.isRunning = true
            state.statistics.queued -= 1
            state.statistics.running += 1
            state.statistics.started += 1
            return true
        }
        guard isWanted else { return }
        let (result, origin) = rendition(for: flight)
        let askers = state.withLock { state -> [Flight.Asker] in
            state.statistics.running -= 1
            count(result, in: &state.statistics, wanted: !flight.askers.isEmpty)
            guard !flight.askers.isEmpty else { return [] }
            state.flights[flight.request.key] = nil
            defer { flight.askers = [:] }
            return Array(flight.askers.values)
        }
        for asker in askers {
            asker.registration?.remove()
            asker.completion(result)
        }
        // Nobody waits for the disk.
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

    /// The loader went away while the load was queued.
    private static func abandon(_ flight: Flight) {
        for asker in flight.askers.values { asker.completion(.failure(.cancelled)) }
    }
}
