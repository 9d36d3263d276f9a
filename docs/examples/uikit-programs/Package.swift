// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "uikit-programs",
    dependencies: [.package(name: "lookahead", path: "../../..")],
    targets: ["emoji-rater", "friends"].map { name in
        .executableTarget(name: name, dependencies: [.product(name: "LookaheadKit", package: "lookahead")])
    }
)
