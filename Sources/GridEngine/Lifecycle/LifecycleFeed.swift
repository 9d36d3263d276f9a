import CollectionModel
import Dispatch
import Synchronization

/// Sends lifecycle steps to observers, in reports, twenty times a second.
///
/// Without observers, a step costs one relaxed load of an atomic number. The feed's lock is taken last, after loads and
/// beside events; a sink is called without any lock.
final class LifecycleFeed: Sendable {
    typealias Sink = @Sendable (LifecycleReport) -> Bool

    struct Observer: Sendable {
        var viewer: Viewer
        var sink: Sink
        var steps: [LifecycleStep] = []
        var dropped = 0
        /// Items that were in view at the last range event.
        var shown: Set<ItemOrdinal> = []
    }

    private struct State: Sendable {
        var observers: [Int: Observer] = [:]
        var lastNumber = 0
    }

    /// Maximum steps in a report; of the rest only the number is reported.
    private static let stepLimit = 2000
    private static let interval = 0.05

    private let count = Atomic<Int>(0)
    private let state = Mutex(State())
    private let timer = Mutex<(any DispatchSourceTimer)?>(nil)

    /// Whether there are observers.
    var isHeard: Bool { count.load(ordering: .relaxed) > 0 }

    /// Also begins to call `flush`, when this is the first observer.
    func add(_ observer: Observer, flush: @escaping @Sendable () -> Void) -> Int {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.observers[state.lastNumber] = observer
            count.store(state.observers.count, ordering: .relaxed)
            return state.lastNumber
        }
        timer.withLock { timer in
            guard timer == nil else { return }
            let made = DispatchSource.makeTimerSource()
            made.setEventHandler(handler: flush)
            made.schedule(deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(5))
            made.activate()
            timer = made
        }
        return number
    }

    func remove(_ number: Int) {
        let isLast = state.withLock { state in
            state.observers[number] = nil
            count.store(state.observers.count, ordering: .relaxed)
            return state.observers.isEmpty
        }
        guard isLast else { return }
        timer.withLock { timer in
            timer?.cancel()
            timer = nil
        }
    }

    /// A step of a load: for all observers of the item's collection.
    func note(_ step: LifecycleStep, in collection: LiveCollection) {
        state.withLock { state in
            for number in state.observers.keys where state.observers[number]?.viewer.collection === collection {
                state.observers[number]?.append(step, limit: Self.stepLimit)
            }
        }
    }

    /// Steps of one viewer's cells: for the observers of this viewer.
    func note(_ steps: [LifecycleStep], of viewer: Viewer) {
        state.withLock { state in
            for number in state.observers.keys where state.observers[number]?.viewer === viewer {
                for step in steps { state.observers[number]?.append(step, limit: Self.stepLimit) }
            }
        }
    }

    /// Replaces the items that a viewer's observers saw last.
    /// - Returns: the old ones; `nil` when the viewer has no observers.
    func exchangeShown(of viewer: Viewer, _ shown: Set<ItemOrdinal>) -> Set<ItemOrdinal>? {
        state.withLock { state in
            var old: Set<ItemOrdinal>?
            for number in state.observers.keys where state.observers[number]?.viewer === viewer {
                old = state.observers[number]?.shown
                state.observers[number]?.shown = shown
            }
            return old
        }
    }

    /// Takes the steps of all observers since the last call.
    func take() -> [(number: Int, observer: Observer)] {
        state.withLock { state in
            let taken = state.observers.map { (number: $0.key, observer: $0.value) }
            for number in state.observers.keys {
                state.observers[number]?.steps = []
                state.observers[number]?.dropped = 0
            }
            return taken
        }
    }
}

extension LifecycleFeed.Observer {
    fileprivate mutating func append(_ step: LifecycleStep, limit: Int) {
        if steps.count < limit { steps.append(step) } else { dropped += 1 }
    }
}
