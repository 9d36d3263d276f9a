import GridEngine

/// An original is read once, however many of its renditions are wanted meanwhile.
extension RenditionLoader {
    fileprivate enum Part {
        /// This flight reads the original, for all.
        case read(OriginalReading)
        /// It was read for another one, whose load has not ended.
        case use(Original, OriginalReading)
        /// Another thread goes on with this flight, or ends it.
        case wait
        /// Nobody wants it any more.
        case leave
    }

    /// The part of a load that needs the original.
    func read(for flight: RenditionFlight) {
        switch state.withLock({ $0.join(flight) }) {
        case .wait, .leave: return
        case .use(let original, let reading): decode(original, reading, for: flight)
        case .read(let reading):
            do throws(LoadFailure) {
                let original = try flight.request.original(reading.cancellation)
                resume(state.withLock { $0.haveRead(original, reading) })
                decode(original, reading, for: flight)
            } catch {
                let waiting = state.withLock { $0.haveFailed(reading) }
                let failure = reading.cancellation.isCancelled ? .cancelled : error
                for flight in [flight] + waiting { end(flight, with: .failure(failure)) }
            }
        }
    }

    private func decode(_ original: Original, _ reading: OriginalReading, for flight: RenditionFlight) {
        do throws(LoadFailure) {
            let made = try make(flight, of: original)
            deliver(made, of: flight)
        } catch {
            end(flight, with: .failure(flight.cancellation.isCancelled ? .cancelled : error))
        }
        let waiting = state.withLock { state in
            _ = state.leaveReading(flight)
            return state.haveDecoded(flight, reading)
        }
        resume(waiting)
    }

    /// Ends the flight, and those of what was made besides; then writes to the disk, which no one waits for.
    private func deliver(_ made: [RenditionForm: Rendition], of flight: RenditionFlight) {
        let others = made.filter { $0.key != flight.key.form }
        for (form, rendition) in others { memory.insert(rendition, for: flight.key.with(form)) }
        if let rendition = made[flight.key.form] {
            let byProduct = others.first.map { (form: $0.key, rendition: $0.value) }
            end(flight, with: .success(LoadedRendition(rendition, byProduct: byProduct)))
        } else {
            end(flight, with: .failure(.unreadable(.previewTooLarge)))
        }
        for (form, rendition) in others {
            let other = state.withLock { $0.flights[flight.key.with(form)] }
            if let other { end(other, with: .success(LoadedRendition(rendition))) }
        }
        for (form, rendition) in made { disk?.insert(rendition, for: flight.key.with(form)) }
    }

    private func resume(_ flights: [RenditionFlight]) {
        for flight in flights {
            threads.run { [weak self] in self?.goOn(flight) ?? Self.abandon(flight) }
        }
    }

    private func goOn(_ flight: RenditionFlight) {
        if let rendition = memory.rendition(for: flight.key) {
            end(flight, with: .success(LoadedRendition(rendition)))
            _ = state.withLock { $0.leaveReading(flight) }
        } else {
            read(for: flight)
        }
    }
}

extension RenditionLoader.State {
    fileprivate mutating func join(_ flight: RenditionFlight) -> RenditionLoader.Part {
        guard !flight.subscribers.isEmpty else {
            _ = leaveReading(flight)
            return .leave
        }
        let key = OriginalReading.Key(flight.key)
        guard let reading = readings[key] else {
            let reading = OriginalReading(key)
            readings[key] = reading
            join(flight, reading)
            reading.making = Set(flight.forms)
            return .read(reading)
        }
        join(flight, reading)
        if let original = reading.original, !reading.making.contains(flight.key.form) {
            reading.making.formUnion(flight.forms)
            return .use(original, reading)
        }
        reading.waiting.append(flight)
        return .wait
    }

    private mutating func join(_ flight: RenditionFlight, _ reading: OriginalReading) {
        guard flight.reading !== reading else { return }
        _ = leaveReading(flight)
        flight.reading = reading
        reading.users += 1
    }

    /// - Returns: the flights that go on now; those whose rendition is being made wait for it.
    fileprivate mutating func haveRead(_ original: Original, _ reading: OriginalReading) -> [RenditionFlight] {
        if case .file = original {
            // Each decode needs a descriptor of its own; the system keeps the bytes for all.
            if readings[reading.key] === reading { readings[reading.key] = nil }
        } else {
            reading.original = original
            statistics.originals += 1
        }
        let going = reading.waiting.filter { !reading.making.contains($0.key.form) }
        reading.waiting.removeAll { !reading.making.contains($0.key.form) }
        return going
    }

    /// - Returns: the flights that waited for it.
    fileprivate mutating func haveFailed(_ reading: OriginalReading) -> [RenditionFlight] {
        statistics.originals += 1
        if readings[reading.key] === reading { readings[reading.key] = nil }
        defer { reading.waiting = [] }
        return reading.waiting
    }

    /// - Returns: the flights that waited for what it might have made.
    fileprivate mutating func haveDecoded(
        _ flight: RenditionFlight, _ reading: OriginalReading
    ) -> [RenditionFlight] {
        reading.making.subtract(flight.forms)
        defer { reading.waiting = [] }
        return reading.waiting
    }

    /// - Returns: the reading, when this was the last flight that needed it: its read is to be cancelled.
    mutating func leaveReading(_ flight: RenditionFlight) -> OriginalReading? {
        guard let reading = flight.reading else { return nil }
        flight.reading = nil
        reading.waiting.removeAll { $0 === flight }
        reading.users -= 1
        guard reading.users == 0 else { return nil }
        if readings[reading.key] === reading { readings[reading.key] = nil }
        return reading
    }
}
