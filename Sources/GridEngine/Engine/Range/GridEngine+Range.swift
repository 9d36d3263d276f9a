import Dispatch
import Prefetching

extension GridEngine {
    /// Answers a visible-range event: which cells, what has changed, which loads begin and which are cancelled.
    ///
    /// Runs on the serving thread, without I/O and without a hop. An event older than the last one is answered, and changes
    /// nothing.
    /// - Throws: `.notFound` when there is no such viewer.
    /// - Complexity: O(cells of the window that are new to the browser), independent of the collection's size.
    package func range(_ id: ViewerID, _ event: RangeEvent) throws(GridError) -> RangeAnswer {
        answer(event, of: try findViewer(id), at: clock.now) { _ in true }!
    }

    /// The same, unless the viewer has had its share of answers: then `nil`, and the event may be held for its turn.
    /// - Throws: `.notFound` when there is no such viewer.
    package func rangeInTurn(_ id: ViewerID, _ event: RangeEvent) throws(GridError) -> RangeAnswer? {
        let now = clock.now
        return answer(event, of: try findViewer(id), at: now) {
            $0.held == nil && $0.rate.take(at: now, within: .rangeEvents)
        }
    }

    /// Answers an event when its viewer's next turn comes, within milliseconds. Of several that wait the newest is answered;
    /// the others fail with `.superseded` at once.
    package func hold(
        _ event: RangeEvent, of id: ViewerID,
        completion: @escaping @Sendable (Result<RangeAnswer, GridError>) -> Void
    ) {
        let viewer: Viewer
        do throws(GridError) { viewer = try findViewer(id) } catch { return completion(.failure(error)) }
        let held = HeldRange(event: event, completion: completion)
        let now = clock.now
        let (superseded, wait) = viewer.state.withLock { state -> (HeldRange?, Duration?) in
            // The first event that was held has its turn scheduled already.
            guard let other = state.held else {
                state.held = held
                return (nil, state.rate.wait(at: now, within: .rangeEvents))
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
        DispatchQueue.turns.asyncAfter(deadline: .now() + .nanoseconds(max(nanoseconds, 100_000))) { [weak self] in
            self?.answerHeld(of: viewer)
        }
    }

    private func answerHeld(of viewer: Viewer) {
        let now = clock.now
        let (held, wait) = viewer.state.withLock { state -> (HeldRange?, Duration) in
            guard state.rate.take(at: now, within: .rangeEvents) else {
                return (nil, state.rate.wait(at: now, within: .rangeEvents))
            }
            return (state.held.take(), .zero)
        }
        guard let held else { return answerHeld(of: viewer, after: wait) }
        // The viewer may have left meanwhile.
        do throws(GridError) {
            held.completion(.success(try range(viewer.id, held.event)))
        } catch {
            held.completion(.failure(error))
        }
    }

    private func answer(
        _ event: RangeEvent, of viewer: Viewer, at now: Instant, if isInTurn: (inout Viewer.State) -> Bool
    ) -> RangeAnswer? {
        let action = viewer.state.withLock { state -> RangeAction? in
            guard isInTurn(&state) else { return nil }
            state.lastSeen = now
            return RangePass(engine: self, viewer: viewer, event: event, now: now).run(&state)
        }
        guard let action else { return nil }
        carryOut(action, for: viewer)
        // Removed meanwhile, by another thread: its wants came after it had left the scheduler, which nobody else notices.
        if viewers[viewer.id] == nil {
            loads.leave(viewer)
            texels.look(at: .nothing, from: viewer)
        }
        return action.answer
    }

    /// Carries out an action. Call it without any lock held.
    private func carryOut(_ action: RangeAction, for viewer: Viewer) {
        if let sight = action.texels { texels.look(at: sight, from: viewer) }
        if let comeSoon = action.picturesComeSoon { events.note(picturesComeSoon: comeSoon, at: viewer.id) }
        if !action.answer.cells.isEmpty, viewer.collection.hasLiveValues.load(ordering: .relaxed) {
            liveValues.meet(action.answer.cells.map(\.item.id), at: viewer)
        }
        if !action.answer.cells.isEmpty { readOriginals(of: action.answer.cells, in: viewer.collection) }
        if !action.previews.isEmpty { events.post(action.previews, to: viewer.id) }
        if loads.lifecycle.isHeard { noteRange(action.answer, of: viewer) }
        loads.reload(action.lostContents)
        loads.carryOut(action.loads, updates: action.updates.isEmpty ? [:] : [viewer.id: action.updates])
    }
}
