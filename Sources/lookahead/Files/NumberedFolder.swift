import Glibc

/// A folder of numbered links to files, or of copies, in an order: complete, or not there at all.
struct NumberedFolder: ~Copyable {
    enum Form: String { case links, hardlinks, copies }

    /// Maximum bytes of a file's name.
    private static let nameLimitBytes = 255

    private var folder: UnfinishedFolder
    private let form: Form
    private let digits: Int
    private(set) var count = 0

    /// - Parameters:
    ///   - path: of the folder, which must not be there.
    ///   - form: of its entries.
    ///   - largest: the number of files, for as many digits in each number.
    /// - Throws: when there is something, or nothing can be created there.
    init(path: String, form: Form, largest: Int) throws(UnfinishedFolder.Failure) {
        folder = try UnfinishedFolder(path: path)
        self.form = form
        digits = max(3, String(largest).count)
    }

    /// Adds the next file.
    /// - Parameter original: its absolute path, as bytes.
    /// - Throws: why it cannot be added.
    mutating func add(_ original: ArraySlice<UInt8>) throws(UnfinishedFolder.Failure) {
        try Interruption.check()
        count += 1
        let name = original.suffix(
            from: original.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? original.startIndex)
        let number = String(repeating: "0", count: max(0, digits - String(count).count)) + "\(count) "
        let target =
            Array("\(folder.path)/\(number)".utf8) + Self.shortened(name, to: Self.nameLimitBytes - number.utf8.count)
        let source = Array(original)
        var status = stat()
        guard source.withPath({ lstat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw UnfinishedFolder.failure(
                "\(String(decoding: source, as: UTF8.self)) is gone: refresh the collection, then export again", nil)
        }
        let result =
            switch form {
            case .links: source.withPath { source in target.withPath { symlink(source, $0) } }
            case .hardlinks: source.withPath { source in target.withPath { link(source, $0) } }
            case .copies: Self.copy(source, to: target, status)
            }
        guard result == 0 else {
            let code = errno
            let words = code == EXDEV ? "hard links do not reach other disks; use --as links or copies" : nil
            throw UnfinishedFolder.failure("\(String(decoding: source, as: UTF8.self)) cannot be exported", code, words)
        }
    }

    /// Gives the folder its name.
    /// - Throws: when something has taken it meanwhile, or the disk did not take everything.
    mutating func finish() throws(UnfinishedFolder.Failure) { try folder.finish() }

    /// 0, or −1 with `errno`. The copy has the time of the original.
    private static func copy(_ source: [UInt8], to target: [UInt8], _ status: stat) -> Int32 {
        let input = source.withPath { open($0, O_RDONLY | O_NOFOLLOW | O_CLOEXEC) }
        guard input >= 0 else { return -1 }
        defer { close(input) }
        let output = target.withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
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

    /// Without its middle, so that the file's ending stays.
    private static func shortened(_ name: ArraySlice<UInt8>, to limit: Int) -> [UInt8] {
        guard name.count > limit else { return Array(name) }
        let ending = name.lastIndex(of: UInt8(ascii: ".")).map { name[$0...] } ?? []
        let tail = ending.count <= 16 ? ending : []
        return Array(name.prefix(limit - tail.count)) + tail
    }
}
