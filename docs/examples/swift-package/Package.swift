// swift-tools-version: 6.2
import PackageDescription

let package = Package(
    name: "example",
    dependencies: [.package(name: "lookahead", path: "../../..")],
    targets: [
        .executableTarget(
            name: "example",
            dependencies: [
                .product(name: "CollectionModel", package: "lookahead"),
                .product(name: "CollectionLayout", package: "lookahead"),
                .product(name: "Prefetching", package: "lookahead"),
            ])
    ]
)
