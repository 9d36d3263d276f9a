extension LoadScheduler {
    /// Replaces a viewer's wants.
    ///
    /// - Parameters:
    ///   - id: the viewer.
    ///   - wants: a duplicate key counts once, at its first place.
    ///   - order: by which they are loaded.
    ///   - attention: a hidden viewer keeps what is in view, for `hiddenPatience`.
    ///   - isWork: nobody's viewer: work in the background, ordered as for a view.
    ///   - now: the time of the event.
    ///   - known: called once for each key that the scheduler does not know; must not block.
    ///   - actions: the actions are appended.
    /// - Returns: what this event requested and cancelled.
    /// - Complexity: O(old + new wants), with one table look-up for each; nothing depends on the collection's size.
    @discardableResult
    public mutating func update(
        viewer id: ViewerID, wants: [Want], order: WantOrder = .priority,
        attention: ViewerAttention = .active, isWork: Bool = false, now: Instant,
        known: (LoadKey) -> KnownState = { _ in .unknown }, actions: inout [LoadAction]
    ) -> InterestChange {
        defer { checkInvariants() }
        let viewer = viewerSlot(id)
        setAttention(viewer, attention, now)
        viewers[Int(viewer)].isWork = isWork
        var change = InterestChange()
        if attention == .hidden {
            let isWithdrawn = viewers[Int(viewer)].withdrawAt.map { now >= $0 } ?? false
            // Nobody waits for it: no loader is kept free for it.
            var seen = isWithdrawn ? [] : wants.filter(\.isVisible)
            for index in seen.indices { seen[index].isUrgent = false }
            let kept = ordered(seen, order, viewer, now)
            replaceWants(of: viewer, with: kept, now, known, &change, &actions)
        } else {
            if !isWork { hiddenPauseEnd = now + configuration.hiddenPause }
            let wants = ordered(wants, order, viewer, now)
            if !isUnchanged(viewer, wants) { replaceWants(of: viewer, with: wants, now, known, &change, &actions) }
        }
        fill(now, &actions)
        return change
    }

    /// The viewer is gone: its interests vanish.
    /// - Returns: the keys that no viewer wants any more.
    @discardableResult
    public mutating func viewerLeft(_ id: ViewerID, now: Instant, actions: inout [LoadAction]) -> InterestChange {
        defer { checkInvariants() }
        var change = InterestChange()
        guard let viewer = viewerSlots.removeValue(forKey: id) else { return change }
        setAttention(viewer, .active, now)
        replaceWants(of: viewer, with: [], now, { _ in .unknown }, &change, &actions)
        viewers[Int(viewer)].isGone = true
        if !viewers[Int(viewer)].isRunnable { freeViewers.append(viewer) }
        fill(now, &actions)
        return change
    }
}

extension LoadScheduler {
    private mutating func viewerSlot(_ id: ViewerID) -> Int32 {
        if let viewer = viewerSlots[id] { return viewer }
        let record = ViewerRecord(id: id)
        let viewer: Int32
        if let free = freeViewers.popLast() {
            viewer = free
            viewers[Int(free)] = record
        } else {
            viewer = Int32(viewers.count)
            viewers.append(record)
        }
        viewerSlots[id] = viewer
        return viewer
    }

    private mutating func setAttention(_ viewer: Int32, _ attention: ViewerAttention, _ now: Instant) {
        guard viewers[Int(viewer)].attention != attention else { return }
        viewers[Int(viewer)].attention = attention
        viewers[Int(viewer)].withdrawAt = attention == .hidden ? now + configuration.hiddenPatience : nil
        if attention == .hidden { hidden.append(viewer) } else { hidden.removeAll { $0 == viewer } }
    }

    /// The same keys in the same order: the common answer to an event that moved by less than a row. Scores are not
    /// compared, since they only order.
    private func isUnchanged(_ viewer: Int32, _ wants: [Want]) -> Bool {
        let held = viewers[Int(viewer)].wants
        guard held.count == wants.count else { return false }
        for index in wants.indices {
            let (old, new) = (held[index], wants[index])
            guard records[Int(old.slot)].key == new.key, old.isVisible == new.isVisible, old.isUrgent == new.isUrgent
            else { return false }
        }
        return true
    }

    /// Marks the old wants, walks the new ones, then releases the old ones that were not met again.
    mutating func replaceWants(
        of viewer: Int32, with wants: [Want], _ now: Instant, _ known: (LoadKey) -> KnownState,
        _ change: inout InterestChange, _ actions: inout [LoadAction]
    ) {
        let old = viewers[Int(viewer)].wants
        mark &+= 1
        for held in old { records[Int(held.slot)].oldMark = mark }

        var new: [ViewerRecord.Held] = []
        new.reserveCapacity(wants.count)
        for want in wants {
            let slot = slot(of: want.key) ?? insert(want.key, want.costClass, known(want.key))
            let index = Int(slot)
            guard records[index].newMark != mark else { continue }
            records[index].newMark = mark
            if records[index].oldMark != mark {
                acquire(slot, viewer, isVisible: want.isVisible, isUrgent: want.isUrgent, now, &actions)
                if !records[index].isPending {
                    change.found.append(want.key)
                } else if !want.isVisible {
                    change.requested.append(want.key)
                }
            } else {
                // It was held: count it as new now, and take the old count back below.
                count(slot, isVisible: want.isVisible, isUrgent: want.isUrgent, now, &actions)
            }
            new.append(.init(slot: slot, isVisible: want.isVisible, isUrgent: want.isUrgent))
        }
        viewers[Int(viewer)].wants = new
        viewers[Int(viewer)].cursor = 0

        for held in old {
            let index = Int(held.slot)
            if records[index].newMark == mark {
                uncount(held.slot, isVisible: held.isVisible, isUrgent: held.isUrgent)
                continue
            }
            let wasPending = records[index].isPending
            release(held.slot, viewer, isVisible: held.isVisible, isUrgent: held.isUrgent, now, &actions)
            if wasPending, !records[index].isWanted { change.cancelled.append(records[index].key) }
            removeIfIdle(held.slot, now)
        }
        if !new.isEmpty { wake(viewer) }
    }

    private func ordered(_ wants: [Want], _ order: WantOrder, _ viewer: Int32, _ now: Instant) -> [Want] {
        switch order {
        case .priority: byPriority(wants, now)
        case .arrival: byArrival(wants, viewer)
        }
    }

    /// Urgent ones first, then by aged score, the larger first, then as given.
    private func byPriority(_ wants: [Want], _ now: Instant) -> [Want] {
        let isScored = wants.contains { $0.score > 0 }
        if !isScored, wants.drop(while: \.isUrgent).allSatisfy({ !$0.isUrgent }) { return wants }
        let agingSeconds = configuration.agingTime.inSeconds
        // Ascending as the wants shall follow each other: urgency, then the score from above, then the place.
        var aged: [UInt64] = []
        aged.reserveCapacity(wants.count)
        for (index, want) in wants.enumerated() {
            var score = want.score
            if want.isVisible, score > 0, let slot = slot(of: want.key), records[Int(slot)].visibleCount > 0 {
                score *= 1 + Float(max(0, now.seconds(since: records[Int(slot)].visibleSince)) / agingSeconds)
            }
            let rank = UInt64(UInt32.max - max(0, score).bitPattern)
            aged.append((want.isUrgent ? 0 : 1) << 63 | rank << 31 | UInt64(index))
        }
        aged.sort()
        return aged.map { wants[Int($0 & 0x7fff_ffff)] }
    }

    /// Earlier wants keep their places; new ones come after them.
    private func byArrival(_ wants: [Want], _ viewer: Int32) -> [Want] {
        var new: [UInt64: Int] = [:]
        for (index, want) in wants.enumerated() where new[want.key.rawValue] == nil { new[want.key.rawValue] = index }
        let old = viewers[Int(viewer)].wants.compactMap { new.removeValue(forKey: records[Int($0.slot)].key.rawValue) }
        return (old + new.values.sorted()).map { wants[$0] }
    }

    mutating func acquire(
        _ slot: Int32, _ viewer: Int32, isVisible: Bool, isUrgent: Bool, _ now: Instant, _ actions: inout [LoadAction]
    ) {
        records[Int(slot)].addViewer(viewer)
        if case .loading(let token) = records[Int(slot)].phase {
            setUnwanted(token, since: nil)
        }
        count(slot, isVisible: isVisible, isUrgent: isUrgent, now, &actions)
    }

    private mutating func count(
        _ slot: Int32, isVisible: Bool, isUrgent: Bool, _ now: Instant, _ actions: inout [LoadAction]
    ) {
        let index = Int(slot)
        if isUrgent {
            records[index].urgentCount += 1
            if records[index].urgentCount == 1, records[index].isPending { blanks += 1 }
        }
        guard isVisible else { return }
        records[index].visibleCount += 1
        records[index].wasSeen = true
        guard records[index].visibleCount == 1 else { return }
        records[index].visibleSince = now
        if case .loading(let token) = records[index].phase {
            actions.append(.promote(records[index].key, token))
            statistics.promoted += 1
        }
    }

    private mutating func uncount(_ slot: Int32, isVisible: Bool, isUrgent: Bool) {
        let index = Int(slot)
        if isUrgent {
            records[index].urgentCount -= 1
            if records[index].urgentCount == 0, records[index].isPending { blanks -= 1 }
        }
        if isVisible { records[index].visibleCount -= 1 }
    }

    mutating func release(
        _ slot: Int32, _ viewer: Int32, isVisible: Bool, isUrgent: Bool, _ now: Instant, _ actions: inout [LoadAction]
    ) {
        records[Int(slot)].removeViewer(viewer)
        uncount(slot, isVisible: isVisible, isUrgent: isUrgent)
        guard !records[Int(slot)].isWanted else { return }
        switch records[Int(slot)].phase {
        case .queued, .waiting:
            statistics.cancelledQueued += 1
        case .loading(let token):
            setUnwanted(token, since: now)
            if configuration.abandonment == .atOnce { stop(slot, token, &actions) }
        case .stopping, .ready, .failed:
            break
        }
    }
}
