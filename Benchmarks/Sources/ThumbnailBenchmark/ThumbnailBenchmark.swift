import Foundation

/// Renditions a second against `vipsthumbnail`, on the same files, at the same size, in the same run.
///
///     swift run -c release ThumbnailBenchmark PROGRAM FOLDER [ROUNDS]
///
/// `PROGRAM` is the built `lookahead`. Rounds take turns, so that a machine that slows down slows both; the best of each
/// counts. The rival runs twice: as one process over all files, as it is mostly used, and as one process per core.
@main
struct ThumbnailBenchmark {
    static let step = 320

    static func main() throws {
        let arguments = CommandLine.arguments
        guard arguments.count >= 3 else {
            print("usage: ThumbnailBenchmark PROGRAM FOLDER [ROUNDS]")
            exit(2)
        }
        let files = pictures(in: arguments[2])
        let cores = ProcessInfo.processInfo.activeProcessorCount
        var best = [Double](repeating: .infinity, count: 3)
        // The first round warms the file cache for all and is not counted.
        for round in 0...(arguments.count > 3 ? Int(arguments[3]) ?? 3 : 3) {
            let scratch = FileManager.default.temporaryDirectory.appending(path: "thumbnails-\(getpid())-\(round)")
            try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: scratch) }
            let times = try [
                seconds { try own(arguments[1], arguments[2], loaders: cores, scratch) },
                seconds { try rival(files, processes: 1, scratch) },
                seconds { try rival(files, processes: cores, scratch) },
            ]
            if round > 0 { best = zip(best, times).map(min) }
        }
        print("\(files.count) pictures to \(step) px, \(cores) cores, best round:")
        for (name, time) in zip(["lookahead", "vipsthumbnail", "vipsthumbnail, one per core"], best) {
            let rate = Double(files.count) / time
            print(
                "\(name.padding(toLength: 28, withPad: " ", startingAt: 0)) \(text(rate))/s", "  lookahead is",
                "\(text(time / best[0])) times as fast")
        }
    }

    private static func own(_ program: String, _ folder: String, loaders: Int, _ scratch: URL) throws {
        let options = [
            "--loaders", "\(loaders)", "--step", "\(step)", "--cache", scratch.appending(path: "cache").path,
        ]
        try wait(for: [start(program, ["thumbnails"] + options + [folder])])
    }

    /// The same pixels: `x320` makes the shorter side of a wide picture 320, as a rendition's is.
    private static func rival(_ files: [String], processes: Int, _ scratch: URL) throws {
        let options =
            ["-s", "x\(step)", "-o", scratch.appending(path: "%s-\(processes).jpg").path]
            + (processes > 1 ? ["--vips-concurrency=1"] : [])
        let shares = (0..<processes).map { first in
            stride(from: first, to: files.count, by: processes).map { files[$0] }
        }
        try wait(for: shares.map { try start("vipsthumbnail", options + $0) })
    }

    private static func start(_ program: String, _ arguments: [String]) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [program] + arguments
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    private static func wait(for processes: [Process]) throws {
        for process in processes {
            process.waitUntilExit()
            guard process.terminationStatus == 0 else {
                print("\(process.arguments?.first ?? "") failed")
                exit(1)
            }
        }
    }

    private static func seconds(_ body: () throws -> Void) rethrows -> Double {
        let clock = ContinuousClock()
        return try clock.measure(body) / .seconds(1)
    }

    /// What both can read, in folders of any depth.
    private static func pictures(in folder: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { ["jpg", "jpeg", "png", "webp"].contains(($0 as NSString).pathExtension.lowercased()) }
            .sorted().map { "\(folder)/\($0)" }
    }

    private static func text(_ number: Double) -> String { String(format: "%.2f", number) }
}
