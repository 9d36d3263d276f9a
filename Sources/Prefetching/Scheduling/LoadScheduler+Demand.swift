/// Requests that the server holds until their picture is ready.
extension LoadScheduler {
    /// The server holds a request for this key until it is ready: that is a want like a visible cell's, independent of any
    /// viewer's range. It is urgent unless its preview is there to be seen. While a viewer has it in view, that
    /// viewer's order counts, which knows what will be gone before it is loaded. A key that is `ready` here but asked for
    /// again has left the cache: it is loaded again. One that is `failed` stays so. Balance it by `demandEnded`.
    package mutating func demand(_ key: LoadKey, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        let viewer = Self.demandViewer
        let slot = slot(of: key) ?? insert(key, .unknown, .unknown)
        if records[Int(slot)].phase == .ready { setPhase(slot, .queued) }
        if demands[slot] == nil {
            let isUrgent = key.isPreview || state(of: key.preview) != .ready
            acquire(slot, viewer, isVisible: true, isUrgent: isUrgent, now, &actions)
            viewers[Int(viewer)].wants.append(.init(slot: slot, isVisible: true, isUrgent: isUrgent))
        }
        demands[slot, default: 0] += 1
        wake(viewer)
        fill(now, &actions)
    }

    /// The request was answered, or its client went away.
    package mutating func demandEnded(_ key: LoadKey, now: Instant, actions: inout [LoadAction]) {
        defer { checkInvariants() }
        guard let slot = slot(of: key), let count = demands[slot] else { return }
        guard count == 1 else {
            demands[slot] = count - 1
            return
        }
        demands[slot] = nil
        let viewer = Int(Self.demandViewer)
        guard let index = viewers[viewer].wants.firstIndex(where: { $0.slot == slot }) else { return }
        let held = viewers[viewer].wants.remove(at: index)
        viewers[viewer].cursor = 0
        release(slot, Self.demandViewer, isVisible: held.isVisible, isUrgent: held.isUrgent, now, &actions)
        removeIfIdle(slot, now)
        fill(now, &actions)
    }
}
