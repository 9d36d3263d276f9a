import Dispatch
import Prefetching

extension GridEngine {
    /// Answers a visible-range event: which cells, what has changed, what is loaded next and what is called off.
    ///
    /// Runs on the serving thread, without I/O and without a hop. Cost: O(cells of the window that are new to the
    /// browser), independent of the collection's size. An event older than one that was seen is answered, not scheduled.
    package func range(_ name: ViewerName, _ event: RangeEvent) throws(GridError) -> RangeAnswer {
        answer(event, of: try findViewer(name), at: clock.now) { _ in true }!
    }

    /// The same, unless the viewer has had its share of answers: then `nil`, and the event may be held for its turn.
    package func rangeInTurn(_ name: ViewerName, _ event: RangeEvent) throws(GridError) -> RangeAnswer? {
        let now = clock.now
        return answer(event, of: try findViewer(name), at: now) { $0.held == nil && $0.rate.take(at: now) }
    }

    /// Answers an event when its viewer's next turn comes, within milliseconds. Of several that wait the newest is answered;
    /// the others fail with `.superseded` at once.
    package func hold(
        _ event: RangeEvent, of name: ViewerName,
        completion: @escaping @Sendable (Result<RangeAnswer, GridError>) -> Void
    ) {
        let viewer: Viewer
        do throws(GridError) { viewer = try findViewer(name) } catch { return completion(.failure(error)) }
        let held = HeldRange(event: event, completion: completion)
        let now = clock.now
        let (superseded, wait) = viewer.state.withLock { state -> (HeldRange?, Duration?) in
            // Whoever put the first one there has seen to its turn.
            guard let other = state.held else {
                state.held = held
                return (nil, state.rate.wait(at: now))
            }
            guard event.sequence >= other.event.sequence else { return (held, nil) }
            state.held = held
            return (other, nil)
        }
        superseded?.completion(.failure(.superseded))
        if let wait { answerHeld(of: viewer, after: wait) }
    }

    private func answerHeld(of viewer: Viewer, after wait: Duration) {
        let nanoseconds = Int(wait / .nanoseconds(1))
        turns.asyncAfter(deadline: .now() + .nanoseconds(max(nanoseconds, 100_000))) { [weak self] in
            self?.answerHeld(of: viewer)
        }
    }

    private func answerHeld(of viewer: Viewer) {
        let now = clock.now
        let (held, wait) = viewer.state.withLock { state -> (HeldRange?, Duration) in
            guard state.rate.take(at: now) else { return (nil, state.rate.wait(at: now)) }
            return (state.held.take(), .zero)
        }
        guard let held else { return answerHeld(of: viewer, after: wait) }
        // It may have gone meanwhile.
        do throws(GridError) {
            held.completion(.success(try range(viewer.name, held.event)))
        } catch {
            held.completion(.failure(error))
        }
    }

    private func answer(
        _ event: RangeEvent, of viewer: Viewer, at now: Duration, if isInTurn: (inout Viewer.State) -> Bool
    ) -> RangeAnswer? {
        let result = viewer.state.withLock { state -> (RangeAnswer, [LoadRunner.Effect])? in
            guard isInTurn(&state) else { return nil }
            state.lastWord = now
            let result = RangePass(engine: self, viewer: viewer, event: event, now: Instant(now)).run(&state)
            state.sight.note(event, result.0, height: state.height)
            return result
        }
        guard let (answer, effects) = result else { return nil }
        if loads.lifecycle.isHeard { noteRange(answer, of: viewer) }
        loads.carryOut(effects)
        return answer
    }
}
