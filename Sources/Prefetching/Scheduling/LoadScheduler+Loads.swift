extension LoadScheduler {
    /// A started load has ended, by itself or because it was stopped. Every started load must be reported once: until then
    /// its loader counts as taken. An unknown token is ignored.
    /// - Parameters:
    ///   - token: of the load.
    ///   - outcome: how it ended.
    ///   - byProduct: what the same read of the original made besides; `nil` when nothing.
    ///   - full: of a preview, the full picture that its cost is compared with; `nil` for the width that was loaded last.
    ///   - isFromSource: `false` of a load that a cache or another one's read answered: it says nothing of what the next one
    ///     costs.
    ///   - now: the time of the event.
    ///   - actions: the actions are appended.
    /// - Returns: what the end means to the viewers.
    @discardableResult
    public mutating func loadEnded(
        _ token: LoadToken, _ outcome: LoadOutcome, byProduct: LoadKey? = nil, full: LoadKey? = nil,
        isFromSource: Bool = true, now: Instant, actions: inout [LoadAction]
    ) -> LoadEnd {
        defer { checkInvariants() }
        guard let index = running.firstIndex(where: { $0.token == token }) else { return .dropped }
        let load = running.remove(at: index)
        let seconds = max(0, now.seconds(since: load.started))
        // Each load of a batch has a part of its time, but waiting for one costs all of it.
        let share = seconds / Double(load.batchCount)
        statistics.busySeconds += share
        charge(load.slot, share - Double(records[Int(load.slot)].expectedSeconds) / Double(load.batchCount))
        let end: LoadEnd
        if case .stopping = records[Int(load.slot)].phase {
            // Nor does what else it made count: it may be of content that has changed.
            end = endStopped(load, outcome, share)
        } else {
            if outcome == .loaded {
                if isFromSource { learn(load.slot, byProduct, full, seconds) }
                if let byProduct { takeByProduct(byProduct) }
            }
            end = endLoading(load, outcome, share, now)
        }
        removeIfIdle(load.slot, now)
        fill(now, &actions)
        return end
    }

    /// A running load takes long: its loader takes the next load. At most `configuration.slowLoads` run so; one more keeps its
    /// loader. A token that is unknown, or was reported already, changes nothing.
    package mutating func loadIsSlow(_ token: LoadToken, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        guard let index = running.firstIndex(where: { $0.token == token }), !running[index].isSlow,
            running.count(where: \.isSlow) < configuration.slowLoads
        else { return }
        running[index].isSlow = true
        fill(now, &actions)
    }

    /// The rest of a running load's time at `now`, for this try; `nil` for an unknown token.
    package func timeLeft(of token: LoadToken, now: Instant) -> Duration? {
        guard let load = running.first(where: { $0.token == token }) else { return nil }
        return configuration.timeLimit - (now - (records[Int(load.slot)].firstStarted ?? load.started))
    }

    /// A person retries what has failed. Its tries are counted from the beginning.
    public mutating func retry(_ key: LoadKey, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        if tryAgain(key) { fill(now, &actions) }
    }

    /// The same of several, which may start together.
    package mutating func retry(_ keys: [LoadKey], now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        if keys.count(where: { tryAgain($0) }) > 0 { fill(now, &actions) }
    }

    /// - Returns: whether it had failed.
    private mutating func tryAgain(_ key: LoadKey) -> Bool {
        guard let slot = slot(of: key) else { return false }
        switch records[Int(slot)].phase {
        case .failed: break
        case .waiting: waiting.removeAll { $0 == slot }
        case .queued, .loading, .stopping, .ready: return false
        }
        forgetTries(slot)
        setPhase(slot, .queued)
        return true
    }

    /// The item's content changed, or the cache has lost it: it is loaded again where it is wanted, and a load of the old
    /// content is stopped and dropped.
    public mutating func invalidate(_ key: LoadKey, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        guard let slot = slot(of: key) else { return }
        restart(slot, &actions)
        fill(now, &actions)
    }

    /// The same of several, which may start together.
    package mutating func invalidate(_ keys: [LoadKey], now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        for key in keys {
            if let slot = slot(of: key) { restart(slot, &actions) }
        }
        if !keys.isEmpty { fill(now, &actions) }
    }

    /// Stops every running load of a collection, drops late results, forgets failures. Ready keys stay (call `invalidate`
    /// for those that turn out to have changed); wanted ones are loaded again.
    package mutating func cancelLoads(of collection: UInt16, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        breakers[collection] = nil
        for slot in slots.values.sorted() where records[Int(slot)].key.collection == collection {
            if records[Int(slot)].phase != .ready { restart(slot, &actions) }
        }
        fill(now, &actions)
    }

    /// Forgets a collection that is gone: stops its loads and drops their costs. Keys that are wanted nevertheless start
    /// again, and are to be reported as failed.
    package mutating func forget(_ collection: UInt16, now: Instant, actions: inout [LoadAction]) {
        costs.forget(collection)
        cancelLoads(of: collection, now: now, actions: &actions)
    }
}

extension LoadScheduler {
    /// Cancels the running load of a slot; the record waits until its loader reports the end.
    mutating func stop(_ slot: Int32, _ token: LoadToken, _ actions: inout [LoadAction]) {
        setPhase(slot, .stopping(token))
        actions.append(.cancel(records[Int(slot)].key, token))
        statistics.cancelledRunning += 1
    }

    mutating func setUnwanted(_ token: LoadToken, since: Instant?) {
        guard let index = running.firstIndex(where: { $0.token == token }) else { return }
        running[index].unwantedSince = since
    }

    private mutating func restart(_ slot: Int32, _ actions: inout [LoadAction]) {
        forgetTries(slot)
        switch records[Int(slot)].phase {
        case .queued, .stopping:
            break
        case .loading(let token):
            stop(slot, token, &actions)
        case .waiting:
            waiting.removeAll { $0 == slot }
            setPhase(slot, .queued)
        case .ready, .failed:
            setPhase(slot, .queued)
        }
    }

    private mutating func endStopped(
        _ load: RunningLoad, _ outcome: LoadOutcome, _ seconds: Double
    ) -> LoadEnd {
        let collection = records[Int(load.slot)].key.collection
        if load.isTest { breakers[collection]?.stopped() }
        statistics.wastedSeconds += seconds
        if outcome == .loaded { statistics.dropped += 1 }
        forgetTries(load.slot)
        setPhase(load.slot, .queued)
        return .dropped
    }

    private mutating func endLoading(
        _ load: RunningLoad, _ outcome: LoadOutcome, _ seconds: Double, _ now: Instant
    ) -> LoadEnd {
        let key = records[Int(load.slot)].key
        switch outcome {
        case .loaded:
            giveStartBack(load)
            breakers[key.collection] = nil
            statistics.loaded += 1
            records[Int(load.slot)].loadSeconds = seconds
            forgetTries(load.slot)
            setPhase(load.slot, .ready)
            return .published(.ready)
        case .failed:
            // The source answered: this item is at fault, not the source.
            giveStartBack(load)
            breakers[key.collection] = nil
            return giveUp(load.slot, seconds)
        case .notYet:
            giveStartBack(load)
            breakers[key.collection] = nil
            guard records[Int(load.slot)].isWanted else {
                statistics.wastedSeconds += seconds
                setPhase(load.slot, .queued)
                return .dropped
            }
            forgetTries(load.slot)
            statistics.retried += 1
            waiting.append(load.slot)
            setPhase(load.slot, .waiting(until: now + configuration.settlingPause))
            return .willRetry
        case .failedForNow, .stopped:
            if !load.isRider { noteFailure(of: key.collection, now) }
            return endForNow(load, pause: .zero, seconds, now)
        case .busy(let pause):
            if !load.isRider { noteFailure(of: key.collection, now) }
            return endForNow(load, pause: pause, seconds, now)
        case .exhausted:
            if load.isTest { breakers[key.collection]?.stopped() }
            return endForNow(load, pause: .zero, seconds, now)
        }
    }

    /// A batch took one start.
    private mutating func giveStartBack(_ load: RunningLoad) {
        if !load.isRider { bucket.giveBack() }
    }

    private mutating func noteFailure(of collection: UInt16, _ now: Instant) {
        breakers[
            collection, default: Breaker(limit: configuration.breakerFailures, pause: configuration.breakerPause)
        ].failed(now)
    }

    /// It is tried again, as long as its tries and its time last. `pause` is the least that the source asks for.
    private mutating func endForNow(
        _ load: RunningLoad, pause: Duration, _ seconds: Double, _ now: Instant
    ) -> LoadEnd {
        let key = records[Int(load.slot)].key
        records[Int(load.slot)].failures += 1
        let next = now + max(pause, retryPause(key, failures: records[Int(load.slot)].failures))
        let lastStart = (records[Int(load.slot)].firstStarted ?? load.started) + configuration.timeLimit / 2
        guard records[Int(load.slot)].failures < configuration.tries, next <= lastStart else {
            return giveUp(load.slot, seconds)
        }
        guard records[Int(load.slot)].isWanted else {
            statistics.wastedSeconds += seconds
            setPhase(load.slot, .failed)
            return .dropped
        }
        statistics.retried += 1
        waiting.append(load.slot)
        setPhase(load.slot, .waiting(until: next))
        return .willRetry
    }

    /// The next try is the first one of another load.
    private mutating func forgetTries(_ slot: Int32) {
        records[Int(slot)].failures = 0
        records[Int(slot)].firstStarted = nil
    }

    /// A preview that came out of the whole picture cost as much as the picture. When a full picture gave its preview away,
    /// the cost of the preview by itself is unknown.
    private mutating func learn(_ slot: Int32, _ byProduct: LoadKey?, _ full: LoadKey?, _ seconds: Double) {
        let record = records[Int(slot)]
        costs.observe(record.key, record.costClass, seconds: seconds)
        guard record.key.isPreview else { return }
        costs.observePreview(record.key, record.costClass, seconds: byProduct == nil ? seconds : nil, full: full)
        if let byProduct { costs.observe(byProduct, record.costClass, seconds: seconds) }
    }

    /// A key became ready without a load of its own. One that is being loaded itself ends by itself.
    mutating func takeByProduct(_ key: LoadKey) {
        guard let slot = slot(of: key) else { return }
        switch records[Int(slot)].phase {
        case .waiting: waiting.removeAll { $0 == slot }
        case .queued, .failed: break
        case .loading, .stopping, .ready: return
        }
        forgetTries(slot)
        setPhase(slot, .ready)
    }

    private mutating func giveUp(_ slot: Int32, _ seconds: Double) -> LoadEnd {
        statistics.failed += 1
        records[Int(slot)].loadSeconds = seconds
        records[Int(slot)].firstStarted = nil
        setPhase(slot, .failed)
        return .published(.failed)
    }

    /// Doubles with each failure, ± a quarter by the key, so that what failed together does not come back together.
    private func retryPause(_ key: LoadKey, failures: UInt8) -> Duration {
        // Contents that failed in one batch come back in one.
        let key = key.isContent ? LoadKey(collection: key.collection, item: 0, rendition: key.rendition) : key
        let mixed = (key.rawValue ^ UInt64(failures) << 60) &* 0x9E37_79B9_7F4A_7C15
        let jitter = 0.75 + 0.5 * Double(mixed >> 32) / Double(UInt32.max)
        return Duration(seconds: configuration.retryPause.inSeconds * Double(1 << (failures - 1)) * jitter)
    }
}
