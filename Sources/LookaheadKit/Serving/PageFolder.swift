import Glibc

/// The files of the page.
package enum PageFolder {
    /// Where they are: named by `LOOKAHEAD_PUBLIC`; next to the program, or in a folder above it; or in the package that this was built from.
    /// - Returns: `nil` where there are none.
    package static func find() -> String? {
        if let named = getenv("LOOKAHEAD_PUBLIC").map({ String(cString: $0) }), !named.isEmpty {
            return isPage(named) ? named : nil
        }
        var folder = executable
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            for candidate in [folder + "/Public", folder + "/share/lookahead/Public"] where isPage(candidate) {
                return candidate
            }
        }
        return package.flatMap { isPage($0) ? $0 : nil }
    }

    private static func isPage(_ folder: String) -> Bool { access(folder + "/index.html", R_OK) == 0 }

    private static var executable: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }

    /// Beside the sources, as a checkout of them has it. A program that is built to run elsewhere does not name its folders.
    private static var package: String? {
        let file = #filePath
        guard file.hasPrefix("/") else { return nil }
        return file.split(separator: "/").dropLast(4).map { "/" + $0 }.joined() + "/Public"
    }
}
