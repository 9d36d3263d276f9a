#if canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The rules that a folder's own files state: `.nomedia`, as telephones and galleries write it, and `.lookaheadignore`.
///
/// They are about the folder that they are in: its files, and the folders in it with everything below.
struct FolderRules {
    private static let noMedia = Array(".nomedia".utf8)
    private static let ignore = Array(".lookaheadignore".utf8)
    /// Maximum bytes of a list of names that is believed.
    private static let limitBytes = 65_536

    /// Whether nothing of the folder is shown.
    private(set) var leavesOutAll = false
    /// Names that are not shown, as `fnmatch(3)` compares them.
    private var patterns: [[CChar]] = []

    /// Whether a file states rules of its folder.
    static func isRule(_ name: [UInt8]) -> Bool { name == noMedia || name == ignore }

    /// - Parameters:
    ///   - folder: open.
    ///   - names: of the entries in it.
    init(of folder: FolderHandle, among names: some Sequence<[UInt8]>) {
        var hasList = false
        for name in names where name.first == UInt8(ascii: ".") {
            if name == Self.noMedia { leavesOutAll = true }
            if name == Self.ignore { hasList = true }
        }
        if hasList { readList(of: folder) }
    }

    /// The same, with two looks at a folder whose entries are not read.
    init(of folder: FolderHandle) {
        self.init(of: folder, among: [Self.noMedia, Self.ignore].filter { (try? folder.status(of: $0)) != nil })
    }

    func leavesOut(_ name: [UInt8]) -> Bool {
        if leavesOutAll { return true }
        guard !patterns.isEmpty else { return false }
        let name = name.map { CChar(bitPattern: $0) } + [0]
        return patterns.contains { fnmatch($0, name, 0) == 0 }
    }

    /// A list without names means all. One that cannot be read says that something is not to be shown, and not what.
    private mutating func readList(of folder: FolderHandle) {
        var bytes: [UInt8] = []
        if let descriptor = try? folder.file(Self.ignore) {
            defer { close(descriptor) }
            bytes = [UInt8](unsafeUninitializedCapacity: Self.limitBytes) { buffer, count in
                count = max(0, read(descriptor, buffer.baseAddress!, buffer.count))
            }
        }
        let space = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
        for line in bytes.split(whereSeparator: { $0 == UInt8(ascii: "\n") || $0 == 0 }) {
            var name = Array(line.drop { space.contains($0) })
            while let last = name.last, space.contains(last) { name.removeLast() }
            // A folder, as people write it.
            if name.last == UInt8(ascii: "/") { name.removeLast() }
            guard let first = name.first, first != UInt8(ascii: "#") else { continue }
            patterns.append(name.map { CChar(bitPattern: $0) } + [0])
        }
        leavesOutAll = leavesOutAll || patterns.isEmpty
    }
}
