extension FolderWatch.State {
    typealias Instant = ContinuousClock.Instant

    /// How long the thread may sleep, in ms; -1 until something happens.
    func milliseconds(now: Instant) -> Int32 {
        var next = isAnnounced ? nil : [settling.due, retry].compactMap { $0 }.min()
        if !lostRoots.isEmpty { next = min(next ?? .now + FolderWatch.rootPause, now + FolderWatch.rootPause) }
        for time in [nextPoll, changes.nextWritten] { next = [next, time].compactMap { $0 }.min() }
        guard let next else { return -1 }
        let left = (next - now).components
        return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000 + 1))
    }

    mutating func recordEverything(at now: Instant) {
        changes.recordEverything()
        settling.record(at: now)
    }

    mutating func record(_ event: FolderEvents.Event, at now: Instant) {
        if event.kinds.contains(.overflow) {
            trouble.overflows += 1
            return recordEverything(at: now)
        }
        guard let place = places[event.watch] ?? placesBefore[event.watch] else { return }
        if event.kinds.contains(.ignored) {
            places[event.watch] = nil
            if watches[place] == event.watch { watches[place] = nil }
            return
        }
        if event.kinds.contains(.unmounted), !place.path.isEmpty {
            // Its items are kept until it is back.
            unmounted.insert(place)
            return
        }
        if !event.kinds.isDisjoint(with: [.unmounted, .deletedSelf, .movedSelf]) {
            guard place.path.isEmpty else { return }
            lostRoots.insert(place.root)
            return recordEverything(at: now)
        }
        if changes.record(event, in: place, at: now) { settling.record(at: now) }
    }

    /// - Returns: whether there is something to read that was not announced.
    mutating func announce(now: Instant) -> Bool {
        let isDue = [settling.due, retry].contains { $0.map { $0 <= now } ?? false }
        guard isDue, !isAnnounced else { return false }
        settling.reset()
        retry = nil
        isAnnounced = !changes.isEmpty
        return isAnnounced
    }
}

extension FolderChanges {
    /// Leaves items of unmounted folders unchanged.
    mutating func leaveOut(_ unmounted: Set<FolderPlace>) {
        for place in unmounted { remove(below: place) }
    }
}
