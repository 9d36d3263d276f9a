import GridEngine

/// The bytes of uploaded files, and whose they are. Pure. Whose they were before a restart is not known: they count for nobody.
struct UploadBudget: Sendable {
    private struct File {
        var bytes: Int
        var origin: String?
    }

    let limitBytes: Int
    private(set) var bytes = 0
    private var files: [String: File] = [:]
    private var byOrigin: [String: Int] = [:]

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    /// Counts a file that is there.
    mutating func note(_ path: String, _ bytes: Int) {
        remove(path)
        files[path] = File(bytes: bytes)
        self.bytes += bytes
    }

    /// Counts a new file, or the same again, which takes no more room.
    /// - Returns: why there is no room for it. One client leaves half of what others leave.
    mutating func add(_ path: String, _ bytes: Int, for client: Client?) -> GridError? {
        guard files[path] == nil else { return nil }
        guard self.bytes + bytes <= limitBytes else { return .tooMany(.uploads, limit: limitBytes >> 20) }
        if let client {
            let own = byOrigin[client.origin, default: 0]
            let share = ClientShares.share(of: limitBytes, others: self.bytes - own, least: 0)
            guard own + bytes <= share else { return .shareUsed(.uploads, share: share >> 20) }
            byOrigin[client.origin] = own + bytes
        }
        files[path] = File(bytes: bytes, origin: client?.origin)
        self.bytes += bytes
        return nil
    }

    mutating func remove(_ path: String) {
        guard let file = files.removeValue(forKey: path) else { return }
        bytes -= file.bytes
        guard let origin = file.origin else { return }
        let left = byOrigin[origin, default: 0] - file.bytes
        byOrigin[origin] = left > 0 ? left : nil
    }

    /// The number of files in a folder. O(files).
    func count(below folder: String) -> Int { files.keys.count { $0.hasPrefix(folder + "/") } }
}
