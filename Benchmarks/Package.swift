// swift-tools-version: 6.2
import PackageDescription

// Benchmarks drive the built program from outside, as its users do; the order is measured from inside, by compiling its room
// into this package (a link), because `package` declarations are not visible to other packages.

let package = Package(
    name: "benchmarks",
    targets: [
        .executableTarget(name: "ThumbnailBenchmark"),
        .target(name: "CollectionModel", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
        .executableTarget(name: "OrderBenchmark", dependencies: ["CollectionModel"]),
    ],
    swiftLanguageModes: [.v6]
)
