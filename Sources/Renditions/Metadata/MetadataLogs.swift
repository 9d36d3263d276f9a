import Glibc
import Hashing
import Synchronization

/// The logs of all collections, in one folder of the cache. Any thread.
///
/// Together they are bounded: when they are opened for the first time, those that were not used for longest leave.
final class MetadataLogs: Sendable {
    /// Goes up when the form of a log changes, or what is read from a file.
    private static let formatVersion = 5

    /// Maximum bytes of one log.
    private static let logBytes = 1 << 30

    private let folder: String
    private let limitBytes: Int
    /// One that was closed while another is opened for its collection would keep that from writing: they stay.
    private let logs = Mutex<[String: MetadataLog]>([:])

    init(folder: String, limitBytes: Int = 2 << 30) {
        self.folder = "\(folder)/metadata-\(Self.formatVersion)"
        self.limitBytes = limitBytes
        var parent = ""
        for part in self.folder.split(separator: "/", omittingEmptySubsequences: false) {
            parent += part + "/"
            mkdir(parent, 0o700)
        }
        evict()
        for version in 1..<Self.formatVersion { Self.removeAll(in: "\(folder)/metadata-\(version)") }
    }

    /// The collection's log, the same one each time.
    func log(of collection: String) -> MetadataLog {
        logs.withLock { logs in
            if let log = logs[collection] { return log }
            let log = MetadataLog(path: path(of: collection), collection: collection, limitBytes: Self.logBytes)
            logs[collection] = log
            return log
        }
    }

    func path(of collection: String) -> String {
        "\(folder)/\(FNV1a.hash128(collection.utf8).hexadecimal)"
    }

    /// Removes the files of an earlier version, which have no other use: their facts are read again.
    private static func removeAll(in folder: String) {
        for name in names(in: folder) { unlink("\(folder)/\(name)") }
        rmdir(folder)
    }

    private static func names(in folder: String) -> [String] {
        guard let directory = opendir(folder) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names
    }

    private func evict() {
        var files: [(path: String, sizeBytes: Int, lastUse: Int)] = []
        for name in Self.names(in: folder) {
            var status = stat()
            guard stat("\(folder)/\(name)", &status) == 0 else { continue }
            files.append(("\(folder)/\(name)", Int(status.st_size), status.st_mtim.tv_sec))
        }
        var bytes = files.reduce(0) { $0 + $1.sizeBytes }
        for file in files.sorted(by: { $0.lastUse < $1.lastUse }) where bytes > limitBytes {
            unlink(file.path)
            bytes -= file.sizeBytes
        }
    }
}
