import Dispatch
import Synchronization

/// One call of a source for contents. It ends once: with what the source answers, after its time, or some time after it was
/// cancelled, whatever the source does then. Late answers are dropped.
final class ContentCall: Sendable {
    typealias Answer = Result<[SourceItem], LoadFailure>

    /// Time after which other loads may begin in its place.
    private static let slowTime = DispatchTimeInterval.seconds(1)
    /// Time in which a source may end by itself after it was cancelled.
    private static let stoppingTime = DispatchTimeInterval.seconds(2)

    private struct State {
        var completion: (@Sendable (Answer) -> Void)?
        let timer = DispatchSource.makeTimerSource(queue: .global())
        var task: Task<Void, Never>?
        var isSlow = false
        var isCancelled = false
    }

    private let state: Mutex<State>
    private let deadline: DispatchTime
    private let whenSlow: @Sendable () -> Void

    private init(
        timeLeft: Duration, whenSlow: @escaping @Sendable () -> Void, completion: @escaping @Sendable (Answer) -> Void
    ) {
        state = Mutex(State(completion: completion))
        deadline = .now() + .nanoseconds(max(0, Int(timeLeft / .nanoseconds(1))))
        self.whenSlow = whenSlow
    }

    /// Calls a source.
    /// - Parameters:
    ///   - source: is called on a thread of `SourceThreads`.
    ///   - ids: at most `ContentBatch.limit`.
    ///   - timeLeft: the time of the call.
    ///   - cancellation: cancels its task.
    ///   - whenSlow: called once when it takes long.
    ///   - completion: called once, on any thread, without a lock held.
    static func begin(
        _ source: any ContentSource, for ids: [String], timeLeft: Duration, cancellation: Cancellation,
        whenSlow: @escaping @Sendable () -> Void = {}, completion: @escaping @Sendable (Answer) -> Void
    ) {
        let call = ContentCall(timeLeft: timeLeft, whenSlow: whenSlow, completion: completion)
        call.state.withLock { state in
            state.timer.setEventHandler { call.timeIsOver() }
            state.timer.schedule(deadline: min(.now() + slowTime, call.deadline))
            state.timer.activate()
        }
        let task = Task(executorPreference: SourceThreads.shared) {
            call.end(await answer(of: source, for: ids))
        }
        call.state.withLock { state in
            if state.completion != nil { state.task = task }
        }
        cancellation.onCancel { call.cancel() }
    }

    private static func answer(of source: any ContentSource, for ids: [String]) async -> Answer {
        do {
            return .success(try await source.items(for: ids))
        } catch let failure as LoadFailure {
            return .failure(failure)
        } catch let reason as Reason {
            return .failure(.transient(reason))
        } catch is CancellationError {
            return .failure(.cancelled)
        } catch {
            return .failure(.transient(.contentsFailed))
        }
    }

    private func end(_ answer: Answer) {
        let completion = state.withLock { state in
            // The timer holds the call.
            state.timer.cancel()
            state.task = nil
            return state.completion.take()
        }
        completion?(answer)
    }

    private func cancel() {
        let task = state.withLock { state -> Task<Void, Never>? in
            guard state.completion != nil else { return nil }
            state.isCancelled = true
            state.timer.schedule(deadline: min(.now() + Self.stoppingTime, deadline))
            return state.task
        }
        task?.cancel()
    }

    private func timeIsOver() {
        enum Step { case slow, end(LoadFailure) }
        let (step, task) = state.withLock { state -> (Step, Task<Void, Never>?) in
            if state.isCancelled { return (.end(.cancelled), nil) }
            guard !state.isSlow, DispatchTime.now() < deadline else {
                return (.end(.transient(.contentsTookTooLong)), state.task)
            }
            state.isSlow = true
            state.timer.schedule(deadline: deadline)
            return (.slow, nil)
        }
        switch step {
        case .slow: whenSlow()
        case .end(let failure):
            task?.cancel()
            end(.failure(failure))
        }
    }
}

extension Reason {
    package static let contentsFailed = Reason(
        "contents-failed", "What this item shows could not be read. Try again in a moment.")
    package static let contentsTookTooLong = Reason(
        "contents-took-too-long", "What this item shows took too long to read. Try again in a moment.")
    package static let contentsMissing = Reason(
        "contents-missing", "Nothing is known of this item where it comes from. Refresh to remove it.")
}
