import Glibc
import GridEngine

/// The files of a disk cache: an entry's path, and reading, writing and removing it.
struct DiskCacheFolder: Sendable {
    /// One entry as the folder lists it. `lastUse` is in seconds.
    struct Entry {
        var name: UInt128
        var sizeBytes: Int
        var lastUse: Int
    }

    /// A last use is written to disk when the stored one is older than this.
    private static let lastUsePrecisionSeconds = 3600
    /// Larger than any rendition: a file beyond that is not ours.
    private static let largestEntryBytes = 64 << 20

    /// A draft that nobody has written to for this time is nobody's any more.
    private static let draftLifeSeconds = 3600

    private let path: String
    /// A name in the drafts of this process: the folder may be shared with other machines, whose processes have the same numbers.
    private let owner = String(UInt64.random(in: 0 ... .max), radix: 36)

    init(path: String) {
        self.path = "\(path)/renditions-\(DiskCacheEntry.formatVersion)"
    }

    /// Makes the folder and its parents. A failure shows itself with the first write.
    func make() {
        var parent = ""
        for part in "\(path)/tmp".split(separator: "/", omittingEmptySubsequences: false) {
            parent += part + "/"
            mkdir(parent, 0o700)
        }
    }

    func contains(_ name: UInt128) -> Bool { access(path(of: name), F_OK) == 0 }

    func read(_ name: UInt128) -> [UInt8]? {
        let descriptor = open(path(of: name), O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0, status.st_size <= Self.largestEntryBytes else {
            return nil
        }
        if time(nil) - status.st_mtim.tv_sec > Self.lastUsePrecisionSeconds { futimens(descriptor, nil) }
        let size = Int(status.st_size)
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size {
                let got = Glibc.read(descriptor, buffer.baseAddress! + count, size - count)
                if got > 0 { count += got } else if got == 0 || errno != EINTR { return }
            }
        }
        return bytes.count == size ? bytes : nil
    }

    /// `temporary` is a number that no other write of this process has.
    func write(_ bytes: [UInt8], to name: UInt128, temporary: Int) -> Bool {
        let draft = "\(path)/tmp/\(owner)-\(temporary)"
        var descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0, errno == ENOENT {
            make()
            descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        }
        guard descriptor >= 0 else { return false }
        let isWritten = writeAll(bytes, to: descriptor)
        guard close(descriptor) == 0, isWritten, moveIntoPlace(draft, name) else {
            unlink(draft)
            return false
        }
        return true
    }

    func remove(_ name: UInt128) {
        unlink(path(of: name))
    }

    /// Drafts of processes that have died. A server that shares the folder may be writing others.
    func removeTemporaries() {
        Self.forEachName(in: "\(path)/tmp") { name in
            var status = stat()
            guard stat("\(path)/tmp/\(name)", &status) == 0,
                time(nil) - status.st_mtim.tv_sec > Self.draftLifeSeconds
            else { return }
            unlink("\(path)/tmp/\(name)")
        }
    }

    /// All entries, in no order; fewer when `isStopped` says so.
    func entries(isStopped: () -> Bool) -> [Entry] {
        var entries: [Entry] = []
        for shard in 0..<256 where !isStopped() {
            let folder = "\(path)/\(Self.hexadecimal(UInt128(shard), digits: 2))"
            Self.forEachName(in: folder) { rest in
                var status = stat()
                guard rest.utf8.count == 30, let low = UInt128(rest, radix: 16),
                    stat("\(folder)/\(rest)", &status) == 0
                else { return }
                let name = UInt128(shard) << 120 | low
                entries.append(
                    Entry(name: name, sizeBytes: Int(status.st_size), lastUse: status.st_mtim.tv_sec))
            }
        }
        return entries
    }

    func path(of name: UInt128) -> String {
        let digits = Self.hexadecimal(name, digits: 32)
        return "\(path)/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    private func moveIntoPlace(_ draft: String, _ name: UInt128) -> Bool {
        let place = path(of: name)
        if rename(draft, place) == 0 { return true }
        guard errno == ENOENT else { return false }
        mkdir("\(path)/\(Self.hexadecimal(name >> 120, digits: 2))", 0o700)
        return rename(draft, place) == 0
    }

    private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var done = 0
        while done < bytes.count {
            let put = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress! + done, bytes.count - done) }
            if put > 0 { done += put } else if put == 0 || errno != EINTR { return false }
        }
        return true
    }

    private static func hexadecimal(_ number: UInt128, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: digits - text.count) + text
    }

    /// The names in a folder, but for hidden ones.
    static func names(in folder: String) -> [String] {
        var names: [String] = []
        forEachName(in: folder) { names.append($0) }
        return names
    }

    private static func forEachName(in folder: String, _ body: (String) -> Void) {
        guard let directory = opendir(folder) else { return }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { body(name) }
        }
    }
}

/// A file that may still be written to: what cannot be read now may be complete in a moment.
struct SettlingFile {
    static let failure = LoadFailure.notYet(.fileBeingWritten)

    private let file: OpenFile
    private let pauseSeconds: Int
    private let before: stat

    /// `nil` when the original is not a file, or a complete one. One that was written to within the last `pauseSeconds` may be incomplete.
    init?(_ original: Original, pauseSeconds: Int) {
        guard case .file(let file, _) = original, !file.isComplete else { return nil }
        var status = stat()
        guard fstat(file.descriptor, &status) == 0 else { return nil }
        self.file = file
        self.pauseSeconds = pauseSeconds
        before = status
    }

    /// Whether the file has changed since this was created, or shortly before.
    var isBeingWritten: Bool {
        var after = stat()
        guard fstat(file.descriptor, &after) == 0 else { return false }
        if after.st_size != before.st_size || after.st_mtim.tv_sec != before.st_mtim.tv_sec
            || after.st_mtim.tv_nsec != before.st_mtim.tv_nsec
        {
            return true
        }
        // By the change time, because copying programs set the modification time to the original's. A time in the future
        // (another machine's clock) means nothing.
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return (0..<pauseSeconds).contains(now.tv_sec - after.st_ctim.tv_sec)
    }
}
