// swift-tools-version: 6.2
import PackageDescription

// Benchmarks drive the built program from outside, as its users do; the order, the queries and the scheduling are measured from inside, by
// compiling their rooms into this package (links), because `package` declarations are not visible to other packages.

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "benchmarks",
    targets: [
        .executableTarget(name: "ThumbnailBenchmark"),
        .target(name: "JSONText", swiftSettings: settings),
        .target(name: "SeededRandom", swiftSettings: settings),
        .target(name: "CollectionModel", dependencies: ["JSONText"], swiftSettings: settings),
        .executableTarget(name: "OrderBenchmark", dependencies: ["CollectionModel"]),
        .target(name: "CollectionQuery", dependencies: ["CollectionModel", "JSONText"], swiftSettings: settings),
        .executableTarget(name: "QueryBenchmark", dependencies: ["CollectionQuery", "CollectionModel", "JSONText"]),
        .target(name: "Prefetching", swiftSettings: settings),
        .target(
            name: "PrefetchSimulation", dependencies: ["Prefetching", "JSONText", "SeededRandom"],
            swiftSettings: settings),
        .executableTarget(name: "PrefetchBenchmark", dependencies: ["Prefetching", "PrefetchSimulation"]),
        .target(name: "CollectionLayout", swiftSettings: settings),
        .executableTarget(name: "LayoutBenchmark", dependencies: ["CollectionLayout"]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .target(name: "Hashing", swiftSettings: settings),
        .target(
            name: "GridEngine",
            dependencies: [
                "CollectionModel", "CollectionQuery", "CollectionLayout", "Prefetching", "JSONText", "Hashing",
            ],
            swiftSettings: settings),
        .target(name: "StoredForms", dependencies: ["GridEngine"], swiftSettings: settings),
        .target(
            name: "SharedStore", dependencies: ["GridEngine", "StoredForms", "Hashing", "CPostgres"],
            swiftSettings: settings),
        .executableTarget(name: "AppendBenchmark", dependencies: ["SharedStore", "GridEngine"]),
    ],
    swiftLanguageModes: [.v6]
)
