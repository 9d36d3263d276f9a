// swift-tools-version: 6.2
import PackageDescription

// Benchmarks drive the built program from outside, as its users do: what the rooms share is not visible to other packages.

let package = Package(
    name: "benchmarks",
    targets: [.executableTarget(name: "ThumbnailBenchmark")],
    swiftLanguageModes: [.v6]
)
