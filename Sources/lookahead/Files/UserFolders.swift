import Glibc

/// The user's folders, by the XDG base directory specification.
enum UserFolders {
    static var data: String { folder("XDG_DATA_HOME", orHome: ".local/share") }
    static var cache: String { folder("XDG_CACHE_HOME", orHome: ".cache") }

    private static func folder(_ variable: String, orHome fallback: String) -> String {
        // The specification says to ignore a relative path.
        if let base = environment(variable), base.hasPrefix("/") { return base + "/lookahead" }
        return "\(environment("HOME") ?? ".")/\(fallback)/lookahead"
    }
}

/// A variable of the environment; `nil` also when it is empty.
func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

func isFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG && access(path, R_OK) == 0
}

func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR && access(path, R_OK | X_OK) == 0
}
