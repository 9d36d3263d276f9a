import GridEngine

extension RenditionLoader {
    package func load(
        _ request: RenditionRequest, cancellation: Cancellation,
        completion: @escaping @Sendable (Result<LoadedRendition, LoadFailure>) -> Void
    ) {
        guard !cancellation.isCancelled else {
            completionThread.run { completion(.failure(.cancelled)) }
            return
        }
        let (flight, number, isNew) = state.withLock { state in
            let known = state.flights[request.key]
            let flight = known ?? RenditionFlight(request)
            if known == nil {
                state.flights[request.key] = flight
                state.statistics.queued += 1
            } else {
                state.statistics.shared += 1
            }
            flight.nextSubscriber += 1
            flight.subscribers[flight.nextSubscriber] = RenditionFlight.Subscriber(completion: completion)
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

    /// Removes a subscriber. Without the last one the load is cancelled, and the key is free for a new load; without the last
    /// load the original's read is cancelled too.
    private func leave(_ flight: RenditionFlight, subscriber number: Int) {
        let (subscriber, isLast, reading) = state.withLock { state in
            guard let subscriber = flight.subscribers.removeValue(forKey: number) else {
                return (nil as RenditionFlight.Subscriber?, false, nil as OriginalReading?)
            }
            guard flight.subscribers.isEmpty else { return (subscriber, false, nil) }
            state.flights[flight.key] = nil
            state.statistics.cancelled += 1
            if flight.isRunning { state.statistics.running -= 1 } else { state.statistics.queued -= 1 }
            return (subscriber, true, state.leaveReading(flight))
        }
        reading?.cancellation.cancel()
        if isLast { flight.cancellation.cancel() }
        admitSlow()
        if let subscriber { completionThread.run { subscriber.completion(.failure(.cancelled)) } }
    }

    private func run(_ flight: RenditionFlight) {
        let isWanted = state.withLock { state in
            guard !flight.subscribers.isEmpty else { return false }
            flight.isRunning = true
            state.statistics.queued -= 1
            state.statistics.running += 1
            state.statistics.started += 1
            return true
        }
        guard isWanted else { return }
        if let rendition = cachedAnywhere(flight.key) {
            let whole = withTexel(rendition, flight)
            end(flight, with: .success(LoadedRendition(whole, isFromSource: false)))
            if rendition.texel != whole.texel { disk?.insert(whole, for: flight.key) }
            return
        }
        if let rendition = shared?.rendition(for: flight.key, cancellation: flight.cancellation) {
            let rendition = withTexel(rendition, flight)
            end(flight, with: .success(LoadedRendition(rendition, isFromSource: false)))
            disk?.insert(rendition, for: flight.key)
            return
        }
        if flight.key.form == .preview {
            do throws(LoadFailure) {
                if let preview = try smallPreview(flight) {
                    end(flight, with: .success(preview))
                    disk?.insert(preview.rendition, for: flight.key)
                    shared?.publish([.preview: preview.rendition], of: flight.key, releasing: nil)
                    return
                }
            } catch {
                return end(flight, with: .failure(error))
            }
        }
        read(for: flight)
    }

    /// Reports the end to all that wait. Has no effect on a flight that has ended, or was cancelled.
    func end(_ flight: RenditionFlight, with result: Result<LoadedRendition, LoadFailure>) {
        if case .success(let loaded) = result { memory.insert(loaded.rendition, for: flight.key) }
        let subscribers = state.withLock { state -> [RenditionFlight.Subscriber] in
            guard !flight.subscribers.isEmpty else { return [] }
            if flight.isRunning { state.statistics.running -= 1 } else { state.statistics.queued -= 1 }
            if case .success = result { state.statistics.finished += 1 } else { state.statistics.failed += 1 }
            state.flights[flight.key] = nil
            defer { flight.subscribers = [:] }
            return Array(flight.subscribers.values)
        }
        for subscriber in subscribers {
            subscriber.registration?.remove()
            subscriber.completion(result)
        }
    }

    /// The loader was released while the load was queued.
    static func abandon(_ flight: RenditionFlight) {
        for subscriber in flight.subscribers.values { subscriber.completion(.failure(.cancelled)) }
    }
}
