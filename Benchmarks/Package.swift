// swift-tools-version: 6.2
import PackageDescription

// Benchmarks drive the built program from outside, as its users do; the order and the scheduling are measured from inside, by
// compiling their rooms into this package (links), because `package` declarations are not visible to other packages.

let package = Package(
    name: "benchmarks",
    targets: [
        .executableTarget(name: "ThumbnailBenchmark"),
        .target(name: "CollectionModel", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
        .executableTarget(name: "OrderBenchmark", dependencies: ["CollectionModel"]),
        .target(name: "Prefetching", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
        .executableTarget(name: "PrefetchBenchmark", dependencies: ["Prefetching"]),
        .target(name: "CollectionLayout", swiftSettings: [.enableUpcomingFeature("ExistentialAny")]),
        .executableTarget(name: "LayoutBenchmark", dependencies: ["CollectionLayout"]),
    ],
    swiftLanguageModes: [.v6]
)
