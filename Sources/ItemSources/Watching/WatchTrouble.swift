import GridEngine

/// The reason why a watch does not notice changes at once.
struct WatchTrouble: Sendable, Equatable {
    /// The user has as many inotify instances as it may.
    var hasNoEvents = false
    /// Root folders on other machines, by index.
    var remoteRoots: Set<Int> = []
    /// Folders beyond `max_user_watches`.
    var unwatched = 0
    /// How often events came faster than they were read: each time everything was listed again.
    var overflows = 0

    /// In words, for people; `nil` when all folders are watched.
    var reason: Reason? {
        if !remoteRoots.isEmpty { return .folderPolledRemote }
        if hasNoEvents || unwatched > 0 { return .folderPolledLimit(unwatched) }
        return nil
    }
}

extension Reason {
    static var folderPolledRemote: Reason {
        Reason(
            "folder-polled-remote",
            "The folder is on another machine: changes show up when its folders are looked at, every few seconds or minutes."
        )
    }

    static func folderPolledLimit(_ folders: Int) -> Reason {
        Reason(
            "folder-polled-limit",
            "The system does not let this user watch more folders: changes show up when they are looked at. The limits are fs.inotify.max_user_watches and fs.inotify.max_user_instances.",
            values: ["folders": "\(folders)"])
    }
}

/// When changes that were noticed are read: once nothing more happens for a moment, and not one by one.
struct ChangeSettling {
    typealias Instant = ContinuousClock.Instant

    /// Changes are read when none has followed for this long.
    static let pause = Duration.milliseconds(250)
    /// The first of few changes waits no longer, whatever follows.
    static let longestWait = Duration.milliseconds(1000)
    /// More changes than this at once are a storm, …
    static let stormCount = 200
    /// … which is waited for until it is over, but no longer.
    static let longestStorm = Duration.seconds(10)

    private var first: Instant?
    private var last: Instant?
    private var count = 0

    mutating func record(at now: Instant) {
        first = first ?? now
        last = now
        count += 1
    }

    /// When to read; `nil` when nothing has changed.
    var due: Instant? {
        guard let first, let last else { return nil }
        return min(last + Self.pause, first + (count > Self.stormCount ? Self.longestStorm : Self.longestWait))
    }

    mutating func reset() { self = ChangeSettling() }
}
