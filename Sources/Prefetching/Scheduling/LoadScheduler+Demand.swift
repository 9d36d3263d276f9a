/// Requests that the server holds until their picture is ready.
extension LoadScheduler {
    /// The server holds a request for this key until it is ready: that is a want like a visible cell's, independent of any
    /// viewer's range. It is urgent unless its preview is there to be seen. While a viewer has it in view, that
    /// viewer's order counts, which knows what will be gone before it is loaded. A key that is `ready` here but asked for
    /// again has left the cache: it is loaded again. One that is `failed` stays so. Balance it by `demandEnded`.
    package mutating func demand(_ key: LoadKey, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        let viewer = Self.demandViewer
        let slot = slot(of: key) ?? insert(key, .unknown, .unknown)
        if records[Int(slot)].phase == .ready { setPhase(slot, .queued) }
        if demands[slot] == nil {
            let isUrgent = key.isPreview || state(of: key.preview) != .ready
            acquire(slot, viewer, isVisible: true, isUrgent: isUrgent, now, &actions)
            viewers[Int(viewer)].wants.append(.init(slot: slot, isVisible: true, isUrgent: isUrgent))
        }
        demands[slot, default: 0] += 1
        wake(viewer)
        fill(now, &actions)
    }

    /// The request was answered, or its client went away.
    package mutating func demandEnded(_ key: LoadKey, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        guard let slot = slot(of: key), let count = demands[slot] else { return }
        guard count == 1 else {
            demands[slot] = count - 1
            return
        }
        demands[slot] = nil
        let viewer = Int(Self.demandViewer)
        guard let index = viewers[viewer].wants.firstIndex(where: { $0.slot == slot }) else { return }
        let held = viewers[viewer].wants.remove(at: index)
        viewers[viewer].cursor = 0
        release(slot, Self.demandViewer, isVisible: held.isVisible, isUrgent: held.isUrgent, now, &actions)
        removeIfIdle(slot, now)
        fill(now, &actions)
    }
}

extension LoadScheduler {
    /// Does what is due by time alone: next tries, the end of a grace, of a hidden viewer's patience, of a pause between starts.
    /// May be called too early or too often.
    public mutating func tick(now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        wakeWaiting(now)
        withdrawHidden(now, &actions)
        stopUnwanted(now, &actions)
        statistics.wastedSeconds += unseen.expire(now)
        fill(now, &actions)
    }

    /// When `tick` is due; `nil` when time alone changes nothing. Read after each event. After `tick(now:)` it is later than
    /// `now`: a timer that follows it never spins.
    /// - Complexity: O(loaders + waiting tries + viewers that are hidden).
    public var nextDeadline: Instant? {
        var next: Instant?
        func consider(_ moment: Instant?) {
            if let moment { next = next.map { min($0, moment) } ?? moment }
        }
        for slot in waiting {
            if case .waiting(let until) = records[Int(slot)].phase { consider(until) }
        }
        for load in running { consider(stopTime(of: load)) }
        for viewer in hidden where !viewers[Int(viewer)].wants.isEmpty {
            consider(viewers[Int(viewer)].withdrawAt)
        }
        consider(unseen.deadline)
        if !runnable.isEmpty, freeLoaders > 0 {
            consider(bucket.nextStart)
            if !hidden.isEmpty { consider(hiddenPauseEnd) }
            for breaker in breakers.values { consider(breaker.reopens) }
        }
        return next
    }

    private mutating func wakeWaiting(_ now: Instant) {
        for slot in waiting {
            if case .waiting(let until) = records[Int(slot)].phase, until <= now { setPhase(slot, .queued) }
        }
        waiting.removeAll { records[Int($0)].phase == .queued }
    }

    private mutating func withdrawHidden(_ now: Instant, _ actions: inout [LoadAction]) {
        for viewer in hidden {
            guard let withdrawAt = viewers[Int(viewer)].withdrawAt, withdrawAt <= now,
                !viewers[Int(viewer)].wants.isEmpty
            else { continue }
            var change = InterestChange()
            replaceWants(of: viewer, with: [], now, { _ in .unknown }, &change, &actions)
        }
    }

    private mutating func stopUnwanted(_ now: Instant, _ actions: inout [LoadAction]) {
        for load in running {
            if let time = stopTime(of: load), time <= now { stop(load.slot, load.token, &actions) }
        }
    }

    /// When a load that no viewer wants is to be stopped: after its grace. One that has run for half its expected time by then is
    /// worth finishing, but not for ever: what takes twice the expected time may never end, as from a server that is silent.
    /// `nil` when it is wanted, or being stopped already.
    private func stopTime(of load: RunningLoad) -> Instant? {
        guard case .afterGrace(let grace) = configuration.abandonment, let since = load.unwantedSince,
            case .loading = records[Int(load.slot)].phase
        else { return nil }
        let time = since + grace
        let expected = Double(records[Int(load.slot)].expectedSeconds)
        guard time.seconds(since: load.started) >= expected / 2 else { return time }
        return max(time, load.started + max(Duration(seconds: 2 * expected), configuration.finishTime))
    }
}
