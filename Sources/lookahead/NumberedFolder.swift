import Glibc

/// A folder of numbered links to files, or of copies, in an order: complete, or not there at all.
///
/// It is filled under another name beside it and renamed at the end, which fails where something is already.
struct NumberedFolder: ~Copyable {
    enum Form: String { case links, hardlinks, copies }

    struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// Maximum bytes of a file's name.
    private static let nameLimitBytes = 255

    private let path: String
    private let unfinished: String
    private let form: Form
    private let digits: Int
    private(set) var count = 0
    private var isFinished = false

    /// - Parameters:
    ///   - path: of the folder, which must not be there.
    ///   - form: of its entries.
    ///   - largest: the number of files, for as many digits in each number.
    /// - Throws: when there is something, or nothing can be created there.
    init(path: String, form: Form, largest: Int) throws(Failure) {
        let trimmed = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.path = trimmed
        self.form = form
        digits = max(3, String(largest).count)
        unfinished = "\(trimmed).unfinished-\(getpid())"
        var status = stat()
        guard lstat(trimmed, &status) != 0 else { throw Failure(description: "\(trimmed) exists already.") }
        guard mkdir(unfinished, 0o777) == 0 else { throw Self.failure("\(trimmed) cannot be created", errno) }
        Interruption.watch()
    }

    deinit { if !isFinished { Self.remove(unfinished) } }

    /// Adds the next file.
    /// - Parameter original: its absolute path, as bytes.
    /// - Throws: why it cannot be added.
    mutating func add(_ original: ArraySlice<UInt8>) throws(Failure) {
        if Interruption.isRaised { throw Failure(description: "Interrupted. Nothing was written.") }
        count += 1
        let name = original.suffix(
            from: original.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? original.startIndex)
        let number = String(repeating: "0", count: max(0, digits - String(count).count)) + "\(count) "
        let target =
            Array("\(unfinished)/\(number)".utf8) + Self.shortened(name, to: Self.nameLimitBytes - number.utf8.count)
        let source = Array(original)
        var status = stat()
        guard Self.with(source, { lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw Self.failure(
                "\(String(decoding: source, as: UTF8.self)) is gone: refresh the collection, then export again", nil)
        }
        let result =
            switch form {
            case .links: Self.with(source) { source in Self.with(target) { symlink(source, $0) } }
            case .hardlinks: Self.with(source) { source in Self.with(target) { link(source, $0) } }
            case .copies: Self.copy(source, to: target, status)
            }
        guard result == 0 else {
            let code = errno
            let words = code == EXDEV ? "hard links do not reach other disks; use --as links or copies" : nil
            throw Self.failure("\(String(decoding: source, as: UTF8.self)) cannot be exported", code, words)
        }
    }

    /// Gives the folder its name.
    /// - Throws: when something has taken it meanwhile, or the disk did not take everything.
    mutating func finish() throws(Failure) {
        let descriptor = open(unfinished, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        let isOnDisk = descriptor >= 0 && fsync(descriptor) == 0
        if descriptor >= 0 { close(descriptor) }
        guard isOnDisk else { throw Self.failure("\(path) cannot be written", errno) }
        var status = stat()
        // An empty folder would be replaced by the rename; anything else makes it fail.
        guard lstat(path, &status) != 0, rename(unfinished, path) == 0 else {
            throw Failure(description: "\(path) exists already.")
        }
        isFinished = true
    }

    /// 0, or −1 with `errno`. The copy has the time of the original.
    private static func copy(_ source: [UInt8], to target: [UInt8], _ status: stat) -> Int32 {
        let input = with(source) { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
        guard input >= 0 else { return -1 }
        defer { close(input) }
        let output = with(target) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        guard output >= 0 else { return -1 }
        var code: Int32 = 0
        while code == 0 {
            let moved = sendfile(output, input, nil, 1 << 24)
            if moved == 0 { break }
            if moved < 0, errno != EINTR { code = errno }
            if Interruption.isRaised { code = EINTR }
        }
        var times = [status.st_atim, status.st_mtim]
        if code == 0, futimens(output, &times) != 0 { code = errno }
        // Some file systems say only now that the disk is full.
        if close(output) != 0, code == 0 { code = errno }
        errno = code
        return code == 0 ? 0 : -1
    }

    private static func failure(_ words: String, _ code: Int32?, _ advice: String? = nil) -> Failure {
        let reason = advice ?? code.map { String(cString: strerror($0)) }
        return Failure(description: "\(words)\(reason.map { ": \($0)" } ?? ""). Nothing was written.")
    }

    /// Without its middle, so that the file's ending stays.
    private static func shortened(_ name: ArraySlice<UInt8>, to limit: Int) -> [UInt8] {
        guard name.count > limit else { return Array(name) }
        let ending = name.lastIndex(of: UInt8(ascii: ".")).map { name[$0...] } ?? []
        let tail = ending.count <= 16 ? ending : []
        return Array(name.prefix(limit - tail.count)) + tail
    }

    /// The folder holds files only.
    private static func remove(_ folder: String) {
        if let stream = opendir(folder) {
            while let entry = readdir(stream) {
                withUnsafePointer(to: &entry.pointee.d_name) { name in
                    name.withMemoryRebound(to: CChar.self, capacity: 256) { _ = unlinkat(dirfd(stream), $0, 0) }
                }
            }
            closedir(stream)
        }
        rmdir(folder)
    }

    private static func with<Answer>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> Answer) -> Answer {
        (path + [0]).withUnsafeBytes { body($0.baseAddress!.assumingMemoryBound(to: CChar.self)) }
    }
}

/// Ctrl+C and the like while something is half done: noticed, so that it can be undone.
private enum Interruption {
    nonisolated(unsafe) private static let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)

    static var isRaised: Bool { flag.pointee != 0 }

    static func watch() {
        flag.initialize(to: 0)
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number) { _ in Interruption.flag.pointee = 1 } }
    }
}
