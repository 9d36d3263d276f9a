import Prefetching

extension GridEngine {
    /// Answers a visible-range event: which cells, what has changed, what is loaded next and what is called off.
    ///
    /// Runs on the serving thread, without I/O and without a hop. Cost: O(cells of the window that are new to the
    /// browser), independent of the collection's size. An event older than one that was seen is answered, not scheduled.
    package func range(_ name: ViewerName, _ event: RangeEvent) throws(GridError) -> RangeAnswer {
        let viewer = try findViewer(name)
        let now = clock.now
        let (answer, effects) = viewer.state.withLock { state in
            state.lastWord = now
            let result = RangePass(engine: self, viewer: viewer, event: event, now: Instant(now)).run(&state)
            state.sight.note(event, result.0, height: state.height)
            return result
        }
        if loads.lifecycle.isHeard { noteRange(answer, of: viewer) }
        loads.carryOut(effects)
        return answer
    }
}
