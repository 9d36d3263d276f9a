import CPage
import Glibc

/// The files of the page.
package enum PageFolder {
    /// Where they are: named by `LOOKAHEAD_PUBLIC`; next to the program, or in a folder above it; or the copy that a build of this package
    /// lays beside each program.
    /// - Returns: `nil` where there are none.
    package static func find() -> String? {
        if let named = getenv("LOOKAHEAD_PUBLIC").map({ String(cString: $0) }), !named.isEmpty {
            return isPage(named) ? named : nil
        }
        var folder = executable
        let bundle = folder.lastIndex(of: "/").map { String(folder[...$0]) + String(cString: page_bundle()) }
        while let slash = folder.lastIndex(of: "/") {
            folder = String(folder[..<slash])
            for candidate in [folder + "/Public", folder + "/share/lookahead/Public"] where isPage(candidate) {
                return candidate
            }
        }
        return bundle.flatMap { isPage($0) ? $0 : nil }
    }

    private static func isPage(_ folder: String) -> Bool { access(folder + "/index.html", R_OK) == 0 }

    private static var executable: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
