/// A folder: where it is below which root.
struct FolderPlace: Hashable, Sendable {
    /// Index of the root folder that it is in.
    var root: Int
    /// From its root, without a slash at either end; empty for the root itself. Bytes, as the system has them.
    var path: [UInt8]

    /// A folder in this one.
    func folder(_ name: [UInt8]) -> FolderPlace {
        FolderPlace(root: root, path: Self.path(path, name))
    }

    /// The path of something in a folder.
    static func path(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
        folder.isEmpty ? Array(name) : folder + [UInt8(ascii: "/")] + name
    }

    /// Whether it is this folder, or anywhere below it.
    func contains(_ other: FolderPlace) -> Bool {
        guard root == other.root else { return false }
        return path.isEmpty || other.path == path
            || (other.path.count > path.count && other.path.starts(with: path)
                && other.path[path.count] == UInt8(ascii: "/"))
    }
}
