import GridEngine

/// An original is read once, however many of its renditions are wanted meanwhile.
extension RenditionLoader {
    fileprivate enum Part {
        /// This flight reads the original, for all.
        case read(OriginalReading)
        /// It is there: another flight has read it.
        case use(SharedOriginal, OriginalReading)
        /// Another thread goes on with this flight, or ends it.
        case wait(isSlow: Bool)
        /// Nobody wants it any more.
        case leave
    }

    /// The part of a load that needs the original.
    func read(for flight: RenditionFlight) {
        switch state.withLock({ $0.join(flight) }) {
        case .leave: break
        case .wait(let isSlow): if isSlow { flight.request.whenSlow() }
        case .use(let original, let reading):
            decode(reading, for: flight, isReader: false, lease: nil) { () throws(LoadFailure) in try original.again() }
        case .read(let reading):
            var lease: SharedRenditions.Lease?
            switch shared?.claim(flight.key, cancellation: reading.cancellation) {
            case .found(let rendition)?: return take(rendition, for: flight, insteadOf: reading)
            case .mine(let mine)?: lease = mine
            case .unknown?, nil: break
            }
            do throws(LoadFailure) {
                let original = try SharedOriginal(try flight.request.original(reading.cancellation))
                let (going, free) = state.withLock { state in
                    (
                        state.haveRead(original, reading),
                        state.freeLoaders(of: reading, decoders: configuration.decoders)
                    )
                }
                for flight in free { flight.request.whenSlow() }
                resume(going)
                decode(reading, for: flight, isReader: true, lease: lease) { original }
            } catch {
                shared?.publish([:], of: flight.key, releasing: lease)
                let waiting = state.withLock { $0.haveFailed(reading) }
                let failure = reading.cancellation.isCancelled ? .cancelled : error
                for flight in [flight] + waiting { end(flight, with: .failure(failure)) }
            }
        }
    }

    private func decode(
        _ reading: OriginalReading, for flight: RenditionFlight, isReader: Bool, lease: SharedRenditions.Lease?,
        _ original: () throws(LoadFailure) -> SharedOriginal
    ) {
        do throws(LoadFailure) {
            let original = try original()
            let made = try make(flight, of: original) { noteSlow(reading) }
            deliver(made, of: flight, isFromSource: isReader || original.isFile, lease: lease)
        } catch {
            shared?.publish([:], of: flight.key, releasing: lease)
            end(flight, with: .failure(flight.cancellation.isCancelled ? .cancelled : error))
        }
        let waiting = state.withLock { state in
            _ = state.leaveReading(flight)
            return reading.endDecode(flight)
        }
        resume(waiting)
        admitSlow()
    }

    /// Another server has made it meanwhile. The flights that waited for the original look for their own renditions.
    private func take(_ rendition: Rendition, for flight: RenditionFlight, insteadOf reading: OriginalReading) {
        end(flight, with: .success(LoadedRendition(rendition, isFromSource: false)))
        disk?.insert(rendition, for: flight.key)
        let waiting = state.withLock { $0.giveUp(reading, for: flight) }
        resume(waiting)
        admitSlow()
    }

    /// Ends the flight, and those of what was made besides; then writes to the disk and shares it, which no one waits for.
    private func deliver(
        _ made: [RenditionForm: Rendition], of flight: RenditionFlight, isFromSource: Bool,
        lease: SharedRenditions.Lease?
    ) {
        let others = made.filter { $0.key != flight.key.form }
        for (form, rendition) in others { memory.insert(rendition, for: flight.key.with(form)) }
        if let rendition = made[flight.key.form] {
            let byProduct = others.first.map { (form: $0.key, rendition: $0.value) }
            end(
                flight,
                with: .success(LoadedRendition(rendition, byProduct: byProduct, isFromSource: isFromSource)))
        } else {
            end(flight, with: .failure(.unreadable(.previewTooLarge)))
        }
        for (form, rendition) in others {
            let other = state.withLock { $0.flights[flight.key.with(form)] }
            if let other { end(other, with: .success(LoadedRendition(rendition, isFromSource: false))) }
        }
        for (form, rendition) in made {
            // The next look is at another place: regions would only push pictures out.
            if case .region = form { continue }
            disk?.insert(rendition, for: flight.key.with(form))
        }
        shared?.publish(made, of: flight.key, releasing: lease)
    }

    private func resume(_ flights: [RenditionFlight]) {
        for flight in flights {
            threads.run { [weak self] in self?.goOn(flight) ?? Self.abandon(flight) }
        }
    }

    private func goOn(_ flight: RenditionFlight) {
        if let rendition = memory.rendition(for: flight.key) {
            end(flight, with: .success(LoadedRendition(rendition, isFromSource: false)))
            _ = state.withLock { $0.leaveReading(flight) }
            admitSlow()
        } else {
            read(for: flight)
        }
    }
}

// MARK: Slow pictures

extension RenditionLoader {
    /// A decode of this original takes long: other loads may begin in the place of all that wait for it, if there is memory.
    private func noteSlow(_ reading: OriginalReading) {
        let flights = state.withLock { $0.detached.add(reading) ? reading.flights : [] }
        for flight in flights { flight.request.whenSlow() }
    }

    /// Lets other loads begin in the place of those that were held back, as far as there is memory now.
    func admitSlow() {
        let flights = state.withLock { $0.detached.takeFitting().flatMap(\.flights) }
        for flight in flights { flight.request.whenSlow() }
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
            reading.beginDecode(flight)
            return .read(reading)
        }
        join(flight, reading)
        if let original = reading.original, !reading.isMaking(flight.key.form) {
            reading.beginDecode(flight)
            return .use(original, reading)
        }
        reading.waiting.append(flight)
        return .wait(isSlow: reading.pace == .beside)
    }

    private mutating func join(_ flight: RenditionFlight, _ reading: OriginalReading) {
        guard flight.reading !== reading else { return }
        _ = leaveReading(flight)
        flight.reading = reading
        reading.users += 1
    }

    /// - Returns: the flights that go on now; those whose rendition is being made wait for it.
    fileprivate mutating func haveRead(_ original: SharedOriginal, _ reading: OriginalReading) -> [RenditionFlight] {
        reading.original = original
        // A file is read later, so it is not known yet how much is read of it.
        if !original.isFile { statistics.originals += 1 }
        return reading.takeUnserved()
    }

    /// The source has nothing more to do for a download: the next one may begin while this one is decoded. Not if the decoders
    /// fall behind, since the latest loads are the ones that are wanted most.
    /// - Returns: the flights in whose place others may begin.
    fileprivate mutating func freeLoaders(of reading: OriginalReading, decoders: Int) -> [RenditionFlight] {
        guard reading.original?.isFile == false, detached.add(downloaded: reading, limit: 2 * decoders) else {
            return []
        }
        return reading.flights
    }

    /// Nobody reads the original after all.
    /// - Returns: the flights that waited for it, which go on.
    fileprivate mutating func giveUp(_ reading: OriginalReading, for flight: RenditionFlight) -> [RenditionFlight] {
        if readings[reading.key] === reading { readings[reading.key] = nil }
        _ = leaveReading(flight)
        return reading.endDecode(flight)
    }

    /// - Returns: the flights that waited for it.
    fileprivate mutating func haveFailed(_ reading: OriginalReading) -> [RenditionFlight] {
        statistics.originals += 1
        if readings[reading.key] === reading { readings[reading.key] = nil }
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
        detached.remove(reading)
        return reading
    }
}
