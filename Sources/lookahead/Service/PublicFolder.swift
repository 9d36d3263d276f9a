import Glibc

/// The page's files: named by `LOOKAHEAD_PUBLIC`, next to the program, or in the package that it was built from.
enum PublicFolder {
    static func find() -> String? {
        if let named = environment("LOOKAHEAD_PUBLIC") { return isPage(named) ? named : nil }
        var folder = executable
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            for candidate in [folder + "/Public", folder + "/share/lookahead/Public"] where isPage(candidate) {
                return candidate
            }
        }
        return nil
    }

    private static func isPage(_ folder: String) -> Bool { access(folder + "/index.html", R_OK) == 0 }

    private static var executable: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
