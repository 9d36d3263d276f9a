import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// Notices what changes in the folders of a source: by inotify, or by looking at their times where that cannot be.
///
/// One thread, which sleeps while nothing happens. The source says which folders it reads (`willRead`), and takes the changes
/// (`takeChanges`) after it was told that there are some. Decision: docs/decisions/0052.
final class FolderWatch: Sendable {
    typealias Instant = ContinuousClock.Instant

    struct State {
        /// Folders by the numbers of their watches, and back.
        var places: [Int32: FolderPlace] = [:]
        var watches: [FolderPlace: Int32] = [:]
        /// Those of the listing before, while a new one is made.
        var placesBefore: [Int32: FolderPlace] = [:]
        /// The times of folders that are looked at from time to time, in ns.
        var polled: [FolderPlace: Int64] = [:]
        var nextPoll: Instant?
        var changes = FolderChanges()
        var settling = ChangeSettling()
        /// Whether it was said that there is something to read, and nobody has taken it.
        var isAnnounced = false
        /// The identities of the root folders when they were read.
        var identities: [Int: FolderIdentity] = [:]
        /// Roots that are not there, or are others.
        var lostRoots: Set<Int> = []
        /// Folders that something is mounted on.
        var mounted: Set<FolderPlace> = []
        /// Folders whose file systems were unmounted.
        var unmounted: Set<FolderPlace> = []
        var trouble = WatchTrouble()
        var retry: Instant?
        var isStopped = false
    }

    /// How often a root that is gone is looked for.
    static let rootPause = Duration.seconds(2)
    /// How often folders are looked at that cannot be watched, at the most; …
    static let shortestPoll = Duration.seconds(5)
    /// … and that takes at most this part of the time.
    static let pollShare = 50
    /// After a reading that failed.
    static let retryPause = Duration.seconds(30)

    let roots: [String]
    let events: FolderEvents?
    let pipe: (end: Int32, start: Int32)
    let state = Mutex(State())

    /// - Parameters:
    ///   - roots: paths of the root folders.
    ///   - isRemote: whether a folder's changes may be made by other machines, of which inotify knows nothing.
    ///   - changed: called on the watch's thread when there is something to take; not again before it was taken.
    init(
        roots: [String], isRemote: @escaping @Sendable (String) -> Bool, changed: @escaping @Sendable () -> Void
    ) {
        self.roots = roots
        var trouble = WatchTrouble()
        do throws(FolderHandle.Failure) { events = try FolderEvents() } catch {
            events = nil
            trouble.hasNoEvents = true
        }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        socketpair(AF_UNIX, kind, 0, &ends)
        pipe = (ends[0], ends[1])
        let remote = roots.indices.filter { isRemote(roots[$0]) }
        trouble.remoteRoots = Set(remote)
        state.withLock { $0.trouble = trouble }
        DispatchQueue(label: "lookahead.watch", qos: .utility).async { self.run(changed) }
    }

    deinit {
        close(pipe.end)
        close(pipe.start)
    }

    /// Ends the thread.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    private func wake() {
        var byte: UInt8 = 0
        _ = write(pipe.start, &byte, 1)
    }

    // MARK: Reading

    /// Prepares for a listing. Call it before all folders are read again.
    func beginListing() {
        state.withLock { state in
            _ = state.changes.takeReady()
            state.settling.reset()
            state.isAnnounced = false
            (state.placesBefore, state.places, state.watches) = (state.places, [:], [:])
            (state.polled, state.unmounted, state.retry) = ([:], [], nil)
            state.trouble.unwatched = 0
        }
    }

    /// Ends a listing. Call it when all folders were read, or could not be.
    func endListing(succeeded: Bool) {
        let gone = state.withLock { state in
            defer { state.placesBefore = [:] }
            if !succeeded { state.retry = .now + Self.retryPause }
            return state.placesBefore.keys.filter { state.places[$0] == nil }
        }
        for watch in gone { events?.remove(watch) }
        wake()
    }

    /// Watches a folder. Call it before the folder is read, so that no change in between is missed.
    func willRead(_ folder: FolderHandle, _ place: FolderPlace) {
        let identity = FolderIdentity(of: folder)
        let isPolled = state.withLock { state in
            if place.path.isEmpty { state.identities[place.root] = identity }
            return state.trouble.remoteRoots.contains(place.root)
        }
        var watch: Int32?
        var isFull = false
        if !isPolled, let events {
            do throws(FolderHandle.Failure) { watch = try events.add(folder) } catch { isFull = error.code == ENOSPC }
        }
        state.withLock { state in
            if isFull { state.trouble.unwatched += 1 }
            if let watch {
                if let before = state.places[watch], before != place { state.watches[before] = nil }
                state.places[watch] = place
                state.watches[place] = watch
            } else {
                state.polled[place] = identity?.modifiedNanoseconds ?? 0
            }
        }
    }

    /// Whether a folder was read, and not forgotten since.
    func knows(_ place: FolderPlace) -> Bool {
        state.withLock { $0.watches[place] != nil || $0.polled[place] != nil }
    }

    /// Whether a folder is looked at from time to time.
    func isPolled(_ place: FolderPlace) -> Bool { state.withLock { $0.polled[place] != nil } }

    /// The folders directly in another one that were read.
    func known(in place: FolderPlace) -> [FolderPlace] {
        state.withLock { state in
            (Array(state.watches.keys) + state.polled.keys).filter {
                $0 != place && place.contains($0)
                    && !$0.path.dropFirst(place.path.count + 1).contains(UInt8(ascii: "/"))
            }
        }
    }

    /// Forgets a folder and all below it.
    func forget(_ place: FolderPlace) {
        let gone = state.withLock { state in
            let gone = state.watches.filter { place.contains($0.key) }
            for (place, watch) in gone { (state.watches[place], state.places[watch]) = (nil, nil) }
            state.polled = state.polled.filter { !place.contains($0.key) }
            return gone.values.map { $0 }
        }
        for watch in gone { events?.remove(watch) }
    }

    /// The changes since the last call.
    func takeChanges() -> FolderChanges {
        state.withLock { state in
            state.isAnnounced = false
            let unmounted = state.unmounted
            var taken = state.changes.takeReady()
            if !unmounted.isEmpty { taken.leaveOut(unmounted) }
            return taken
        }
    }

    /// Has everything read again, after a while. Call it when the changes that were taken could not be read.
    func putBack() {
        state.withLock { state in
            state.changes.recordEverything()
            state.retry = .now + Self.retryPause
        }
        wake()
    }

    var trouble: WatchTrouble { state.withLock { $0.trouble } }
}
