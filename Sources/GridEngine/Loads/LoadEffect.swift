import Prefetching

/// Work of the engine that a decision of the scheduler leaves for the time when the lock is released.
enum LoadEffect: Sendable {
    /// With the viewers that have the picture's cell in view.
    case start(LoadKey, LoadToken, Cancellation, LiveCollection, [ViewerID])
    /// Contents, in one call of their source.
    case startContents(StartedContents)
    case cancel(LoadKey, LoadToken, Cancellation)
    case promote(LoadKey, LoadToken, LiveCollection)

    /// The scheduler's action behind it.
    var action: LoadAction {
        switch self {
        case .start(let key, let token, _, _, _): .start(key, token)
        case .startContents(let contents): .start(contents.loads[0].key, contents.loads[0].token)
        case .cancel(let key, let token, _): .cancel(key, token)
        case .promote(let key, let token, _): .promote(key, token)
        }
    }

    /// The viewers that a start is reported to.
    var viewers: [ViewerID] {
        if case .start(_, _, _, _, let viewers) = self { viewers } else { [] }
    }
}

extension LoadEffect: Equatable {
    /// A token names one start of a load for ever: collection and cancellation follow from it.
    static func == (left: LoadEffect, right: LoadEffect) -> Bool {
        left.action == right.action && left.viewers == right.viewers
    }
}

extension LoadRunner.State {
    /// Records what the scheduler decided. A load of a collection that was deleted fails at once, so that its loader is free.
    /// - Parameters:
    ///   - actions: what a failed start leads to is appended.
    ///   - now: the time of the event.
    /// - Returns: what has to happen outside the lock.
    mutating func effects(of actions: inout [LoadAction], now: Instant) -> [LoadEffect] {
        var effects: [LoadEffect] = []
        var next = 0
        /// The place of the contents that were started last: others may come with them.
        var batch: Int?
        while next < actions.count {
            defer { next += 1 }
            switch actions[next] {
            case .start(let key, let token):
                guard let collection = collections[key.collection] else {
                    scheduler.loadEnded(token, .failed, now: now, actions: &actions)
                    continue
                }
                if key.isContent {
                    let joined = scheduler.isRider(token) ? batch : nil
                    batch = joined ?? effects.count
                    start(key, token, of: collection, joining: joined, in: &effects)
                    continue
                }
                let cancellation = Cancellation()
                cancellations[token] = cancellation
                let viewers = !key.isPreview && scheduler.isVisible(key) ? scheduler.viewers(wanting: key) : []
                effects.append(.start(key, token, cancellation, collection, viewers))
            case .cancel(let key, let token):
                if let running = contents[token] {
                    if running.leave() { effects.append(.cancel(key, token, running.cancellation)) }
                } else if let cancellation = cancellations[token] {
                    effects.append(.cancel(key, token, cancellation))
                }
            case .promote(let key, let token):
                if let collection = collections[key.collection] { effects.append(.promote(key, token, collection)) }
            }
        }
        return effects
    }

    /// Adds a content to the call that it came with, or to one of its own.
    private mutating func start(
        _ key: LoadKey, _ token: LoadToken, of collection: LiveCollection, joining place: Int?,
        in effects: inout [LoadEffect]
    ) {
        let viewers = scheduler.isVisible(key) ? scheduler.viewers(wanting: key) : []
        var started = StartedContents(loads: [], collection: collection, running: RunningContents(), viewers: [])
        if let place, case .startContents(let others) = effects[place] { started = others }
        started.loads.append((key, token))
        started.viewers.append(viewers)
        started.running.join()
        contents[token] = started.running
        if let place { effects[place] = .startContents(started) } else { effects.append(.startContents(started)) }
    }
}
