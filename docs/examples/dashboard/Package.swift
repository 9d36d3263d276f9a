// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "dashboard",
    dependencies: [.package(name: "lookahead", path: "../../..")],
    targets: [
        .executableTarget(name: "dashboard", dependencies: [.product(name: "LookaheadKit", package: "lookahead")])
    ]
)
