// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "logs",
    dependencies: [.package(name: "lookahead", path: "../../..")],
    targets: [
        .executableTarget(name: "logs", dependencies: [.product(name: "LookaheadKit", package: "lookahead")])
    ]
)
