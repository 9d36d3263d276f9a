import Glibc

/// A folder that is complete, or not there at all: filled under another name beside it and renamed at the end.
struct UnfinishedFolder: ~Copyable {
    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Where it is filled.
    let path: String
    private let finalPath: String
    private var isFinished = false

    /// - Parameter finalPath: of the folder, which must not be there.
    /// - Throws: when there is something, or nothing can be created there.
    init(path finalPath: String) throws(Failure) {
        let trimmed = finalPath.count > 1 && finalPath.hasSuffix("/") ? String(finalPath.dropLast()) : finalPath
        self.finalPath = trimmed
        path = "\(trimmed).unfinished-\(getpid())"
        var status = stat()
        guard lstat(trimmed, &status) != 0 else { throw Failure(description: "\(trimmed) exists already.") }
        guard mkdir(path, 0o777) == 0 else { throw Self.failure("\(trimmed) cannot be created", errno) }
        Interruption.watch()
    }

    deinit { if !isFinished { Self.remove(path) } }

    /// Gives the folder its name.
    /// - Throws: when something has taken it meanwhile, or the disk did not take everything.
    mutating func finish() throws(Failure) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let isOnDisk = descriptor >= 0 && fsync(descriptor) == 0
        let code = errno
        if descriptor >= 0 { close(descriptor) }
        guard isOnDisk else { throw Self.failure("\(finalPath) cannot be written", code) }
        var status = stat()
        // An empty folder would be replaced by the rename; anything else makes it fail.
        guard lstat(finalPath, &status) != 0, rename(path, finalPath) == 0 else {
            throw Failure(description: "\(finalPath) exists already.")
        }
        isFinished = true
    }

    static func failure(_ words: String, _ code: Int32?, _ advice: String? = nil) -> Failure {
        let reason = advice ?? code.map { String(cString: strerror($0)) }
        return Failure(description: "\(words)\(reason.map { ": \($0)" } ?? ""). Nothing was written.")
    }

    /// With everything in it; links are not followed.
    private static func remove(_ folder: String) {
        empty(open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
        rmdir(folder)
    }

    /// Removes everything in a folder, and closes it.
    private static func empty(_ descriptor: Int32) {
        guard descriptor >= 0, let stream = fdopendir(descriptor) else { return }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { name in
                name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    guard strcmp(name, ".") != 0, strcmp(name, "..") != 0, unlinkat(descriptor, name, 0) != 0 else {
                        return
                    }
                    empty(openat(descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
                    unlinkat(descriptor, name, AT_REMOVEDIR)
                }
            }
        }
    }
}

extension [UInt8] {
    /// Calls `body` with the path in the form that the system's functions take.
    func withPath<Answer>(_ body: (UnsafePointer<CChar>) -> Answer) -> Answer {
        (self + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }
}

/// Ctrl+C and the like while something is half done: noticed, so that it can be undone.
enum Interruption {
    nonisolated(unsafe) private static let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)

    static var isRaised: Bool { flag.pointee != 0 }

    static func watch() {
        flag.initialize(to: 0)
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in Interruption.flag.pointee = 1 } }
    }

    /// - Throws: once it is raised.
    static func check() throws(UnfinishedFolder.Failure) {
        if isRaised { throw UnfinishedFolder.Failure(description: "Interrupted. Nothing was written.") }
    }
}
