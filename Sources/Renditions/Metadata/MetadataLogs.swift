import Glibc
import Hashing
import Synchronization

/// The logs of all collections, in one folder of the cache. Any thread.
///
/// Together they are bounded: when they are opened for the first time, those that were not used for longest leave.
final class MetadataLogs: Sendable {
    /// Goes up when the form of a log changes, or what is read from a file.
    private static let formatVersion = 5
    /// The first version with measures of pictures, in records as they still are. No reading of a file brings those back.
    private static let firstMeasuringVersion = 4

    /// Maximum bytes of one log.
    private static let logBytes = 1 << 30

    private let cacheFolder: String
    private let limitBytes: Int
    /// One that was closed while another is opened for its collection would keep that from writing: they stay.
    private let logs = Mutex<[String: MetadataLog]>([:])

    init(folder: String, limitBytes: Int = 2 << 30) {
        cacheFolder = folder
        self.limitBytes = limitBytes
        var parent = ""
        for part in self.folder(ofVersion: Self.formatVersion).split(separator: "/", omittingEmptySubsequences: false) {
            parent += part + "/"
            mkdir(parent, 0o700)
        }
        evict()
        for version in 1..<Self.firstMeasuringVersion { removeAll(ofVersion: version) }
    }

    private func folder(ofVersion version: Int) -> String { "\(cacheFolder)/metadata-\(version)" }

    /// The collection's log, the same one each time.
    func log(of collection: String) -> MetadataLog {
        logs.withLock { logs in
            if let log = logs[collection] { return log }
            let log = MetadataLog(path: path(of: collection), collection: collection, limitBytes: Self.logBytes)
            for version in Self.firstMeasuringVersion..<Self.formatVersion {
                takeMeasures(of: collection, ofVersion: version, into: log)
            }
            logs[collection] = log
            return log
        }
    }

    func path(of collection: String, version: Int = formatVersion) -> String {
        "\(folder(ofVersion: version))/\(FNV1a.hash128(collection.utf8).hexadecimal)"
    }

    /// Takes the measures out of the log of an earlier version, and removes it: what files say is read again.
    private func takeMeasures(of collection: String, ofVersion version: Int, into log: MetadataLog) {
        let path = path(of: collection, version: version)
        guard access(path, F_OK) == 0 else { return }
        log.readIfNeeded()
        MetadataLog(path: path, collection: collection).read { records in
            log.append(records.filter { $0.measures != nil })
            return true
        }
        unlink(path)
        // Where it was the last one.
        rmdir(folder(ofVersion: version))
    }

    /// Removes the files of an early version.
    private func removeAll(ofVersion version: Int) {
        let folder = folder(ofVersion: version)
        for name in Self.names(in: folder) { unlink("\(folder)/\(name)") }
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
        for folder in (Self.firstMeasuringVersion...Self.formatVersion).map(folder(ofVersion:)) {
            for name in Self.names(in: folder) {
                var status = stat()
                guard stat("\(folder)/\(name)", &status) == 0 else { continue }
                files.append(("\(folder)/\(name)", Int(status.st_size), status.st_mtim.tv_sec))
            }
        }
        var bytes = files.reduce(0) { $0 + $1.sizeBytes }
        for file in files.sorted(by: { $0.lastUse < $1.lastUse }) where bytes > limitBytes {
            unlink(file.path)
            bytes -= file.sizeBytes
        }
    }
}
