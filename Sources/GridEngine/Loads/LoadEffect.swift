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
