// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "products",
    dependencies: [.package(name: "lookahead", path: "../../..")],
    targets: [
        .systemLibrary(name: "CDatabase", providers: [.apt(["libsqlite3-dev"])]),
        .executableTarget(
            name: "products", dependencies: [.product(name: "LookaheadKit", package: "lookahead"), "CDatabase"]),
    ]
)
