import CPage
import Glibc

/// The files of the page.
package enum PageFolder {
    /// Where they are: named by `LOOKAHEAD_PUBLIC`; the sources, of a program that was built in a checkout of this project; the copy that a
    /// build of this package lays beside each program; the folder `Public` beside it, or `share/lookahead/Public` beside it or above.
    /// - Returns: `nil` where there are none.
    package static func find() -> String? {
        if let named = getenv("LOOKAHEAD_PUBLIC").map({ String(cString: $0) }), !named.isEmpty {
            return isPage(named) ? named : nil
        }
        return find(for: executable)
    }

    /// The same for a program at a path, which nothing names.
    static func find(for program: String) -> String? {
        if let sources = sources(of: program) { return sources }
        guard var folder = parent(of: program) else { return nil }
        // A folder Public further up may be anybody's.
        for name in [String(cString: page_bundle()), "Public"] where isPage("\(folder)/\(name)") {
            return "\(folder)/\(name)"
        }
        while true {
            let shared = folder + "/share/lookahead/Public"
            if isPage(shared) { return shared }
            guard let next = parent(of: folder) else { return nil }
            folder = next
        }
    }

    /// The page's sources, of a program in the folder that this project is built in. What a build has copied may be older.
    private static func sources(of program: String) -> String? {
        var folder = program
        while let next = parent(of: folder) {
            folder = next
            guard folder.hasSuffix("/.build"), let project = parent(of: folder) else { continue }
            let page = project + "/Public"
            // The file makes it a target of this package.
            if isPage(page), access(page + "/bundle.c", R_OK) == 0 { return page }
        }
        return nil
    }

    private static func parent(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    private static func isPage(_ folder: String) -> Bool { access(folder + "/index.html", R_OK) == 0 }

    private static var executable: String {
        guard let path = realpath("/proc/self/exe", nil) else { return "" }
        defer { free(path) }
        return String(cString: path)
    }
}
