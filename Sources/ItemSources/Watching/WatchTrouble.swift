import GridEngine

/// What keeps a watch from noticing changes at once.
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
