import Foundation
import LookaheadTesting
import Testing

@testable import LookaheadKit

/// Where a program finds the page.
struct PageFolderTests {
    private let folder = TemporaryFolder()

    /// Writes empty files, whose folders are made.
    private func write(_ paths: String...) throws {
        for path in paths {
            let file = URL(filePath: "\(folder.path)/\(path)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: file)
        }
    }

    private func found(for program: String) -> String? {
        PageFolder.find(for: "\(folder.path)/\(program)").map { String($0.dropFirst(folder.path.count + 1)) }
    }

    private static let bundle = "lookahead_CPage.resources"
    private static let program = "shop/.build/x86_64-unknown-linux-gnu/debug/shop"

    @Test func `a package's own folder of that name is not the page`() throws {
        try write("shop/Public/index.html", "Public/index.html")
        #expect(found(for: Self.program) == nil)
        let copied = "shop/.build/x86_64-unknown-linux-gnu/debug/\(Self.bundle)"
        try write("\(copied)/index.html")
        #expect(found(for: Self.program) == copied)
    }

    @Test func `a program of this project's build serves the sources, and not what the build has copied`() throws {
        try write("shop/Public/index.html", "shop/Public/bundle.c", "shop/.build/debug/\(Self.bundle)/index.html")
        #expect(found(for: "shop/.build/debug/shop") == "shop/Public")
        // Another package within the checkout has a build of its own.
        let copied = "shop/docs/.build/debug/\(Self.bundle)"
        try write("\(copied)/index.html")
        #expect(found(for: "shop/docs/.build/debug/shop") == copied)
    }

    @Test func `an installed program has it beside itself, or in a folder for what is shared`() throws {
        try write("usr/share/lookahead/Public/index.html")
        #expect(found(for: "usr/bin/shop") == "usr/share/lookahead/Public")
        try write("usr/bin/Public/index.html")
        #expect(found(for: "usr/bin/shop") == "usr/bin/Public")
        try write("usr/bin/\(Self.bundle)/index.html")
        #expect(found(for: "usr/bin/shop") == "usr/bin/\(Self.bundle)")
        #expect(found(for: "opt/shop") == nil)
    }
}
