// swift-tools-version: 6.2
import PackageDescription

// The floor plan: a target may import the targets below it that it names here, and nothing else
// (`swift build --explicit-target-dependency-import-check error` keeps it so). docs/decisions/0001.

let settings: [SwiftSetting] = [.enableUpcomingFeature("ExistentialAny")]

let package = Package(
    name: "lookahead",
    products: [
        .executable(name: "lookahead", targets: ["lookahead"]),
        // The pure rooms for other programs: docs/decisions/0060.
        .library(name: "CollectionModel", targets: ["CollectionModel"]),
        .library(name: "CollectionLayout", targets: ["CollectionLayout"]),
        .library(name: "Prefetching", targets: ["Prefetching"]),
        // Collections of one's own, served: docs/decisions/0089.
        .library(name: "LookaheadKit", targets: ["LookaheadKit"]),
        .executable(name: "lookahead-video", targets: ["lookahead-video"]),
    ],
    traits: [
        // What a server of data alone does without: libvips, gexiv2, libtiff, libcurl; libpq. docs/decisions/0090.
        .trait(name: "Pictures", description: "Items with pictures, in LookaheadKit."),
        .trait(name: "PostgreSQL", description: "Orders in a database that several servers share, in LookaheadKit."),
        .default(enabledTraits: ["Pictures", "PostgreSQL"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-metrics", from: "2.13.0"),
        .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CMicroHTTPD", pkgConfig: "libmicrohttpd", providers: [.apt(["libmicrohttpd-dev"])]),
        .systemLibrary(name: "CGnuTLS", pkgConfig: "gnutls", providers: [.apt(["libgnutls28-dev"])]),
        .systemLibrary(name: "CVips", pkgConfig: "vips", providers: [.apt(["libvips-dev"])]),
        .systemLibrary(name: "CTIFF", pkgConfig: "libtiff-4", providers: [.apt(["libtiff-dev"])]),
        .systemLibrary(name: "CGExiv2", pkgConfig: "gexiv2", providers: [.apt(["libgexiv2-dev"])]),
        .systemLibrary(
            name: "CLibAV", pkgConfig: "libavformat",
            providers: [.apt(["libavformat-dev", "libavcodec-dev", "libavutil-dev", "libswscale-dev"])]),
        .systemLibrary(name: "CPostgres", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
        .systemLibrary(name: "CProcess"),
        .systemLibrary(name: "CSQLite"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CQrencode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),

        // Functions that libmicrohttpd finds before the libraries' own (decisions 0030 and 0044).
        .target(name: "CReceiving"),
        // libjpeg's errors are jumps, which Swift must not see.
        .target(name: "CJPEG"),
        .target(name: "JSONText", swiftSettings: settings),
        .target(name: "Hashing", swiftSettings: settings),
        .target(name: "SeededRandom", swiftSettings: settings),
        .target(name: "CollectionModel", dependencies: ["JSONText"], swiftSettings: settings),
        .target(name: "CollectionQuery", dependencies: ["CollectionModel", "JSONText"], swiftSettings: settings),
        .target(name: "CollectionLayout", swiftSettings: settings),
        .target(name: "Prefetching", swiftSettings: settings),
        .target(name: "ZipArchive", dependencies: ["CZlib"], swiftSettings: settings),
        .target(
            name: "PrefetchSimulation", dependencies: ["Prefetching", "JSONText", "SeededRandom"],
            swiftSettings: settings),
        .target(
            name: "HTTPServer", dependencies: ["CMicroHTTPD", "CGnuTLS", "CReceiving", "CZlib", "Hashing"],
            swiftSettings: settings),
        .target(
            name: "GridEngine",
            dependencies: [
                "CollectionModel", "CollectionQuery", "CollectionLayout", "Prefetching", "JSONText", "Hashing",
            ],
            swiftSettings: settings),
        .target(
            name: "Preparing", dependencies: ["GridEngine", "CollectionModel", "Prefetching"], swiftSettings: settings),
        .target(name: "Downloads", dependencies: ["CCurl"], swiftSettings: settings),
        .target(
            name: "ItemSources", dependencies: ["GridEngine", "CollectionModel", "JSONText", "Downloads", "Hashing"],
            swiftSettings: settings),
        .target(
            name: "Renditions",
            dependencies: [
                "GridEngine", "CollectionQuery", "Downloads", "Hashing", "CVips", "CJPEG", "CTIFF", "CGExiv2",
                "CProcess",
            ],
            swiftSettings: settings),
        .target(name: "StoredForms", dependencies: ["GridEngine", "CollectionModel"], swiftSettings: settings),
        .target(
            name: "SharedStore",
            dependencies: ["GridEngine", "StoredForms", "CollectionModel", "Hashing", "CPostgres"],
            swiftSettings: settings),
        .target(
            name: "CollectionStore",
            dependencies: [
                "GridEngine", "StoredForms", "CollectionModel", "JSONText", "CSQLite",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: settings),
        .target(
            name: "PrometheusMetrics", dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: settings),
        // The page, for programs of other packages: the build lays a copy beside them (docs/decisions/0089).
        .target(
            name: "CPage", path: "Public", sources: ["bundle.c"],
            resources: [
                .copy("albums"), .copy("dashboard"), .copy("demos"), .copy("documentation"), .copy("find"),
                .copy("grid"),
                .copy("page"), .copy("strings"), .copy("index.html"), .copy("favicon.svg"),
                .copy("manifest.webmanifest"),
            ]),
        .target(name: "CInterfaceDescription", exclude: ["schemas.json", "examples.json"]),
        .target(
            name: "GridAPI",
            dependencies: [
                "HTTPServer", "GridEngine", "CollectionModel", "CollectionQuery", "CollectionLayout", "Prefetching",
                "JSONText", "Hashing", "PrometheusMetrics", "ZipArchive", "CInterfaceDescription",
                .product(name: "CoreMetrics", package: "swift-metrics"),
            ], swiftSettings: settings),
        .target(
            name: "DemoCollections",
            dependencies: [
                "HTTPServer", "GridEngine", "GridAPI", "ItemSources", "Downloads", "Renditions", "CollectionModel",
                "JSONText", "Hashing", "SeededRandom",
            ], swiftSettings: settings),
        .target(
            name: "LookaheadKit",
            dependencies: [
                "HTTPServer", "GridEngine", "GridAPI", "CollectionStore", "CollectionModel", "CollectionLayout",
                "JSONText", "PrometheusMetrics", "CPage",
                .target(name: "Renditions", condition: .when(traits: ["Pictures"])),
                .target(name: "ItemSources", condition: .when(traits: ["Pictures"])),
                .target(name: "Downloads", condition: .when(traits: ["Pictures"])),
                .target(name: "SharedStore", condition: .when(traits: ["PostgreSQL"])),
            ], swiftSettings: settings),
        .executableTarget(
            name: "lookahead",
            dependencies: [
                "LookaheadKit",
                "CollectionModel", "CollectionLayout", "Prefetching", "PrefetchSimulation", "JSONText", "HTTPServer",
                "GridEngine", "Preparing", "ItemSources", "Renditions", "CollectionStore", "SharedStore", "GridAPI",
                "Downloads", "DemoCollections", "PrometheusMetrics", "CQrencode", "Hashing",
                .product(name: "CoreMetrics", package: "swift-metrics"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "Yams", package: "Yams"),
            ], swiftSettings: settings),

        .executableTarget(
            name: "lookahead-video", dependencies: ["GridEngine", "Renditions", "CLibAV"], swiftSettings: settings),

        .target(name: "CTestProcess", path: "Tests/CTestProcess"),
        .target(
            name: "LookaheadTesting",
            dependencies: [
                "CTestProcess", "CollectionModel", "GridEngine", "JSONText", "Prefetching", "SeededRandom",
            ],
            path: "Tests/LookaheadTesting", swiftSettings: settings),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"], swiftSettings: settings),
        .testTarget(
            name: "CollectionModelTests",
            dependencies: ["CollectionModel", "JSONText", "SeededRandom", "LookaheadTesting"], swiftSettings: settings),
        .testTarget(
            name: "CollectionQueryTests",
            dependencies: ["CollectionQuery", "CollectionModel", "JSONText", "SeededRandom"], swiftSettings: settings),
        .target(
            name: "CFaultyStorage", path: "Tests/CFaultyStorage", linkerSettings: [.linkedLibrary("sqlite3")]),
        .testTarget(name: "CollectionLayoutTests", dependencies: ["CollectionLayout"], swiftSettings: settings),
        .testTarget(name: "ZipArchiveTests", dependencies: ["ZipArchive"], swiftSettings: settings),
        .testTarget(
            name: "PrefetchingTests", dependencies: ["Prefetching", "SeededRandom", "LookaheadTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "PrefetchSimulationTests",
            dependencies: ["PrefetchSimulation", "Prefetching", "SeededRandom", "LookaheadTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "HTTPServerTests", dependencies: ["HTTPServer", "Hashing", "SeededRandom", "LookaheadTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "GridEngineTests",
            dependencies: [
                "GridEngine", "Preparing", "CollectionModel", "CollectionQuery", "CollectionLayout", "Prefetching",
                "JSONText", "SeededRandom", "LookaheadTesting",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "PreparingTests", dependencies: ["Preparing", "CollectionModel", "SeededRandom"],
            swiftSettings: settings),
        .testTarget(
            name: "DownloadsTests", dependencies: ["Downloads", "LookaheadTesting"], swiftSettings: settings),
        .testTarget(
            name: "ItemSourcesTests",
            dependencies: ["ItemSources", "GridEngine", "CollectionModel", "Downloads", "Hashing", "LookaheadTesting"],
            swiftSettings: settings),
        .testTarget(
            name: "DemoCollectionsTests",
            dependencies: [
                "DemoCollections", "GridEngine", "ItemSources", "Downloads", "Renditions", "CollectionModel",
                "LookaheadTesting",
            ],
            swiftSettings: settings),
        .executableTarget(
            name: "request-reader", dependencies: ["HTTPServer", "JSONText"], path: "Tests/RequestReader",
            swiftSettings: settings),
        .target(name: "CAttacks", path: "Tests/CAttacks"),
        .executableTarget(
            name: "confinement-probe", dependencies: ["CAttacks", "Renditions", "GridEngine"],
            path: "Tests/ConfinementProbe", swiftSettings: settings),
        .testTarget(
            // The program is what worker processes run, and the probe what stands in their place.
            name: "RenditionsTests",
            dependencies: [
                "Renditions", "GridEngine", "CollectionQuery", "CVips", "lookahead", "confinement-probe",
                "SeededRandom",
                "LookaheadTesting",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "CollectionStoreTests",
            dependencies: [
                "CollectionStore", "StoredForms", "GridEngine", "CollectionModel", "JSONText", "SeededRandom",
                "CFaultyStorage",
                "LookaheadTesting",
                .product(name: "GRDB", package: "GRDB.swift"),
            ], swiftSettings: settings),
        .testTarget(
            name: "SharedStoreTests",
            dependencies: [
                "SharedStore", "CollectionStore", "StoredForms", "GridEngine", "ItemSources", "CollectionModel",
                "JSONText", "SeededRandom", "LookaheadTesting",
            ], swiftSettings: settings),
        .testTarget(
            name: "PrometheusMetricsTests",
            dependencies: ["PrometheusMetrics", .product(name: "CoreMetrics", package: "swift-metrics")],
            swiftSettings: settings),
        .testTarget(
            name: "LookaheadKitTests",
            dependencies: [
                "LookaheadKit", "GridEngine", "CollectionModel", "CollectionLayout", "JSONText", "SeededRandom",
                "LookaheadTesting",
            ],
            swiftSettings: settings),
        .testTarget(
            name: "GridAPITests",
            dependencies: [
                "GridAPI", "HTTPServer", "GridEngine", "ItemSources", "CollectionModel", "CollectionLayout", "JSONText",
                "SeededRandom", "LookaheadTesting",
            ], swiftSettings: settings),
    ],
    swiftLanguageModes: [.v6]
)
