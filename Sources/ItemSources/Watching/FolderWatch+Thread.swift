#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The work of a watch on its thread.
extension FolderWatch {
    func run(_ changed: @Sendable () -> Void) {
        let mounts = open("/proc/self/mountinfo", O_RDONLY | O_CLOEXEC)
        defer { if mounts >= 0 { close(mounts) } }
        state.withLock { $0.mounted = FolderMounts.below(roots, in: Self.table(mounts)) }
        while true {
            guard let pause = state.withLock({ $0.isStopped ? nil : $0.milliseconds(now: .now) }) else { return }
            var waits = [
                pollfd(fd: pipe.end, events: Int16(POLLIN), revents: 0),
                pollfd(fd: events?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                // Raised when something is mounted or unmounted (proc(5)).
                pollfd(fd: mounts, events: Int16(POLLPRI), revents: 0),
            ]
            Glibc.poll(&waits, nfds_t(waits.count), pause)
            if waits[0].revents != 0 { drain() }
            if waits[1].revents != 0, let events { record(events.read()) }
            if waits[2].revents != 0 { noteMounts(FolderMounts.below(roots, in: Self.table(mounts))) }
            check(isMountChanged: waits[2].revents != 0)
            if state.withLock({ $0.announce(now: .now) }) { changed() }
        }
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(pipe.end, &bytes, bytes.count) > 0 {}
    }

    private func record(_ events: [FolderEvents.Event]) {
        state.withLock { state in
            // Each at its own time: with thousands, the first one's is long ago at the end, and they would count as over.
            for event in events { state.record(event, at: .now) }
        }
    }

    /// The table of mounts, from its beginning.
    private static func table(_ descriptor: Int32) -> [UInt8] {
        guard descriptor >= 0, lseek(descriptor, 0, SEEK_SET) == 0 else { return [] }
        var (table, part) = ([UInt8](), [UInt8](repeating: 0, count: 65_536))
        while case let count = read(descriptor, &part, part.count), count > 0 { table += part[..<count] }
        return table
    }

    /// Reads mounted folders; items of unmounted ones stay unchanged until they are back.
    private func noteMounts(_ mounted: Set<FolderPlace>) {
        let now = Instant.now
        state.withLock { state in
            let back = mounted.subtracting(state.mounted).union(state.unmounted.intersection(mounted))
            state.unmounted = state.unmounted.union(state.mounted.subtracting(mounted)).subtracting(back)
            state.mounted = mounted
            guard !back.isEmpty else { return }
            for place in back { state.changes.recordTree(place) }
            state.settling.record(at: now)
        }
    }

    /// Looks for roots that are gone, and at folders that are polled.
    private func check(isMountChanged: Bool) {
        let now = Instant.now
        let (lost, polled) = state.withLock { state in
            let isDue = state.nextPoll.map { $0 <= now } ?? false
            return (isMountChanged ? Set(roots.indices) : state.lostRoots, isDue ? state.polled : [:])
        }
        for root in lost { look(forRoot: root, now) }
        if !polled.isEmpty { poll(polled, now) }
        state.withLock { state in
            if state.changes.settleWriting(at: now) { state.settling.record(at: now) }
            if state.polled.isEmpty {
                state.nextPoll = nil
            } else {
                state.nextPoll = state.nextPoll ?? now + Self.shortestPoll
            }
        }
    }

    private func look(forRoot root: Int, _ now: Instant) {
        let found = FolderIdentity(path: Array(roots[root].utf8))
        state.withLock { state in
            let known = state.identities[root]
            guard let found else {
                if state.lostRoots.insert(root).inserted { state.recordEverything(at: now) }
                return
            }
            let wasLost = state.lostRoots.remove(root) != nil
            if wasLost || found.number != known?.number { state.recordEverything(at: now) }
        }
    }

    private func poll(_ polled: [FolderPlace: Int64], _ now: Instant) {
        var changed: [FolderPlace] = []
        for (place, time) in polled {
            let found = FolderIdentity(path: path(place))
            if found?.modifiedNanoseconds != time { changed.append(place) }
            if found == nil, place.path.isEmpty { look(forRoot: place.root, now) }
        }
        let end = Instant.now
        state.withLock { state in
            for place in changed where !place.path.isEmpty || state.lostRoots.contains(place.root) == false {
                state.changes.recordFolder(place)
                state.settling.record(at: end)
            }
            state.nextPoll = end + max(Self.shortestPoll, (end - now) * Self.pollShare)
        }
    }

    private func path(_ place: FolderPlace) -> [UInt8] {
        FolderPlace.path(Array(roots[place.root].utf8), place.path)
    }
}
