// swift-tools-version: 6.2
import PackageDescription

// A program of data alone: without the package's traits, and so without the libraries of pictures and databases.
let package = Package(
    name: "rows",
    dependencies: [.package(name: "lookahead", path: "../..", traits: [])],
    targets: [
        .executableTarget(name: "rows", dependencies: [.product(name: "LookaheadKit", package: "lookahead")])
    ],
    swiftLanguageModes: [.v6]
)
