import Glibc

/// A folder of XMP sidecars in the folders of their originals: complete, or not there at all.
struct SidecarFolder: ~Copyable {
    private var folder: UnfinishedFolder
    /// Paths below the folder that were created.
    private var created: Set<[UInt8]> = []
    private(set) var count = 0
    /// Files without a sidecar, since their names leave no room for `.xmp`.
    private(set) var leftOut: [String] = []
    /// Beside which something is that cannot be read.
    private(set) var unreadable: [String] = []

    /// - Parameter path: of the folder, which must not be there.
    /// - Throws: when there is something, or nothing can be created there.
    init(path: String) throws(UnfinishedFolder.Failure) { folder = try UnfinishedFolder(path: path) }

    /// Adds a sidecar.
    /// - Parameters:
    ///   - path: below the folder.
    ///   - text: of the sidecar; empty where the one that is there cannot be read.
    /// - Throws: why it cannot be added.
    mutating func add(_ path: ArraySlice<UInt8>, _ text: ArraySlice<UInt8>) throws(UnfinishedFolder.Failure) {
        try Interruption.check()
        let words = String(decoding: path, as: UTF8.self)
        let slash = UInt8(ascii: "/")
        let parts = path.split(separator: slash, omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else {
            throw UnfinishedFolder.failure("\(words) is no path of a sidecar", nil)
        }
        if parts.contains(where: { $0.count > Int(NAME_MAX) }) {
            leftOut.append(words)
            return
        }
        guard !text.isEmpty else {
            unreadable.append(words)
            return
        }
        let top = Array(folder.path.utf8) + [slash]
        try createFolders(of: path, below: top)
        let descriptor = (top + path).withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else {
            let code = errno
            // Where upper and lower case are the same, or names are normalized.
            let advice = code == EEXIST ? "to this disk, its name is that of another one" : nil
            throw UnfinishedFolder.failure("\(words) cannot be exported", code, advice)
        }
        var code = Self.write(text, to: descriptor)
        if close(descriptor) != 0, code == 0 { code = errno }
        guard code == 0 else { throw UnfinishedFolder.failure("\(words) cannot be exported", code) }
        count += 1
    }

    /// Gives the folder its name.
    /// - Throws: when something has taken it meanwhile, the disk did not take everything, or there is nothing in it.
    mutating func finish() throws(UnfinishedFolder.Failure) {
        guard count > 0 else {
            throw UnfinishedFolder.failure("No file has stars, a flag or labels", nil)
        }
        try folder.finish()
    }

    private mutating func createFolders(
        of path: ArraySlice<UInt8>, below top: [UInt8]
    ) throws(UnfinishedFolder.Failure) {
        for end in path.indices where path[end] == UInt8(ascii: "/") {
            let parent = Array(path[..<end])
            guard created.insert(parent).inserted else { continue }
            guard (top + parent).withPath({ mkdir($0, 0o777) }) == 0 || errno == EEXIST else {
                throw UnfinishedFolder.failure("\(String(decoding: parent, as: UTF8.self)) cannot be created", errno)
            }
        }
    }

    /// 0, or the number of the error.
    private static func write(_ text: ArraySlice<UInt8>, to descriptor: Int32) -> Int32 {
        text.withUnsafeBytes { bytes in
            var start = 0
            while start < bytes.count {
                let count = Glibc.write(descriptor, bytes.baseAddress! + start, bytes.count - start)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return count < 0 ? errno : EIO }
                start += count
            }
            return 0
        }
    }
}
