extension LoadScheduler {
    /// Ends a mutation. In a debug build whose tests have switched it on, traps when an invariant is broken.
    func checkInvariants() {
        #if DEBUG
            if checksInvariants, let problem = brokenInvariant() { preconditionFailure("LoadScheduler: \(problem)") }
        #endif
    }

    /// The first fault of the tables, found the slow way. For tests.
    /// - Complexity: O(keys × viewers).
    package func brokenInvariant() -> String? {
        var expected: [Int32: (viewers: Int, visible: Int32, urgent: Int32)] = [:]
        for (number, viewer) in viewers.enumerated() where !viewer.isGone {
            if Set(viewer.wants.map(\.slot)).count != viewer.wants.count { return "a viewer wants a slot twice" }
            for (index, held) in viewer.wants.enumerated() {
                expected[held.slot, default: (0, 0, 0)].viewers += 1
                expected[held.slot, default: (0, 0, 0)].visible += held.isVisible ? 1 : 0
                expected[held.slot, default: (0, 0, 0)].urgent += held.isUrgent ? 1 : 0
                let isQueued = records[Int(held.slot)].phase == .queued
                if isQueued, index < viewer.cursor { return "viewer \(number) has passed over a queued want" }
                if isQueued, !viewer.isRunnable { return "viewer \(number) is not runnable but has a queued want" }
            }
        }
        var blanks = 0
        for (rawKey, slot) in slots {
            let record = records[Int(slot)]
            let wants = expected.removeValue(forKey: slot) ?? (0, 0, 0)
            if record.key.rawValue != rawKey { return "slot \(slot) holds another key" }
            if (record.viewerCount, record.visibleCount, record.urgentCount) != wants {
                return "\(record.key) counts \(record.viewerCount) viewers, it has \(wants)"
            }
            if record.urgentCount > 0, record.isPending { blanks += 1 }
            if let problem = phaseProblem(record, slot) { return "\(record.key): \(problem)" }
        }
        if !expected.isEmpty { return "wants without a record: \(expected)" }
        if blanks != self.blanks { return "\(self.blanks) blanks counted, \(blanks) found" }
        if slots.count + Set(freeSlots).count != records.count { return "slots lost or free twice" }
        if Set(runnable).count != runnable.count { return "a viewer is runnable twice" }
        if Set(running.map(\.slot)).count != running.count { return "a key is loaded twice" }
        return nil
    }

    private func phaseProblem(_ record: LoadRecord, _ slot: Int32) -> String? {
        let load = running.first { $0.slot == slot }
        switch record.phase {
        case .loading(let token), .stopping(let token):
            if load?.token != token { return "loading, but not running" }
            if case .loading = record.phase, (load?.unwantedSince == nil) != record.isWanted {
                return "unwanted since?"
            }
        case .waiting:
            if !waiting.contains(slot) { return "waiting, but not in the list" }
            fallthrough
        case .queued, .ready, .failed:
            if load != nil { return "running, but not loading" }
            if !record.isWanted { return "kept, but nobody wants it" }
        }
        return nil
    }
}
