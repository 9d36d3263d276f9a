import Prefetching

/// What a decision of the scheduler has the engine do once the lock is released.
enum LoadEffect: Sendable {
    /// With the viewers that have the picture's cell in view.
    case start(LoadKey, LoadToken, Cancellation, LiveCollection, [ViewerID])
    case cancel(LoadKey, LoadToken, Cancellation)
    case promote(LoadKey, LoadToken, LiveCollection)

    /// The scheduler's action behind it.
    var action: LoadAction {
        switch self {
        case .start(let key, let token, _, _, _): .start(key, token)
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
        while next < actions.count {
            defer { next += 1 }
            switch actions[next] {
            case .start(let key, let token):
                guard let collection = collections[key.collection] else {
                    scheduler.loadEnded(token, .failed, now: now, actions: &actions)
                    continue
                }
                let cancellation = Cancellation()
                cancellations[token] = cancellation
                let viewers = !key.isPreview && scheduler.isVisible(key) ? scheduler.viewers(wanting: key) : []
                effects.append(.start(key, token, cancellation, collection, viewers))
            case .cancel(let key, let token):
                if let cancellation = cancellations[token] { effects.append(.cancel(key, token, cancellation)) }
            case .promote(let key, let token):
                if let collection = collections[key.collection] { effects.append(.promote(key, token, collection)) }
            }
        }
        return effects
    }
}
