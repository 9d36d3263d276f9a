import ArgumentParser
import Glibc
import HTTPServer

/// `lookahead serve`: what can be said on the command line, and nothing more.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve folders of photos and lists of URLs, or the demos when nothing is given.")

    @Argument(help: "Folders with photos; each folder below is a section.", completion: .directory)
    var folders: [String] = []

    @Option(
        help: ArgumentHelp(
            "Serve the pictures that a file lists: a URL a line, CSV or JSON Lines with url, id, title, section.",
            valueName: "file"), completion: .file())
    var urls: [String] = []

    @Flag(help: "Let --urls download from private addresses and this machine too.")
    var allowPrivate = false

    @Flag(help: "Serve the demos beside what else is served.")
    var demo = false

    @Option(help: ArgumentHelp("Serve a made-up collection of that many numbered items.", valueName: "count"))
    var items: Int?

    @Flag(help: ArgumentHelp("Give each of --items a small painted picture.", visibility: .hidden))
    var itemPictures = false

    @Flag(inversion: .prefixedNo, help: "Show a small preview of each picture until it is loaded.")
    var previews = true

    @Option(help: "The name or address to listen on. Any but a loopback address needs --token.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = 8080

    @Option(help: "The folder for orders and ratings. (default: $XDG_DATA_HOME/lookahead)", completion: .directory)
    var data: String?

    @Option(help: "The folder for prepared pictures. (default: $XDG_CACHE_HOME/lookahead)", completion: .directory)
    var cache: String?

    @Option(help: "How many loads run at once.")
    var loaders = 4

    @Option(help: ArgumentHelp("The memory for prepared pictures, in MB.", valueName: "mb"))
    var memoryCache = 128

    @Option(help: ArgumentHelp("The disk space for prepared pictures, in GB; 0 for none.", valueName: "gb"))
    var diskCache = 2.0

    @Option(help: ArgumentHelp("The made-up load time of demos and --items, in ms.", valueName: "min-max"))
    var demoLatency: Latency?

    @Flag(
        help: ArgumentHelp(
            "Give the pictures of --item-pictures file sizes that tell their made-up load time, within 30 %.",
            visibility: .hidden))
    var demoSizes = false

    @Option(help: "What the demos' chance begins with: the same seed, the same demo.")
    var demoSeed: UInt64 = 1

    @Option(help: ArgumentHelp("A further name that the server is reached by.", valueName: "name"))
    var allowHost: [String] = []

    @Option(help: ArgumentHelp("Another server whose pages may call this one.", valueName: "origin"))
    var corsOrigin: [String] = []

    @Option(help: "The secret that lets browsers in; \"auto\" makes one.")
    var token: String?

    @Flag(help: "Open the page in the browser.")
    var open = false

    @Option(help: "How log lines are written to stderr: text or json.")
    var logFormat = LogFormat.text

    @Flag(help: "Log more.")
    var verbose = false

    func validate() throws {
        func require(_ isRight: Bool, _ message: String) throws {
            guard isRight else { throw ValidationError(message) }
        }
        try require((0...65_535).contains(port), "--port takes a number from 0 to 65535.")
        try require((1...256).contains(loaders), "--loaders takes a number from 1 to 256.")
        try require((0...1_000_000).contains(memoryCache), "--memory-cache takes a number of MB, not below 0.")
        try require((0...1_000_000).contains(diskCache), "--disk-cache takes a number of GB, not below 0.")
        try require((items ?? 0) >= 0 && (items ?? 0) <= 100_000_000, "--items takes a number up to 100 million.")
        try require(
            !demoSizes || itemPictures && demoLatency != nil,
            "--demo-sizes goes with --item-pictures and --demo-latency.")
        try require(token.map { $0.utf8.count >= 16 || $0 == "auto" } ?? true, "--token takes at least 16 characters.")
        for list in urls { try require(isFile(list), "There is no file \(list), or it may not be read.") }
        for origin in corsOrigin {
            try require(
                HTTPServer.isOrigin(origin),
                "--cors-origin takes an origin such as https://photos.example, not \(origin).")
        }
        for name in allowHost {
            try require(
                !name.isEmpty && !name.contains { "/*?# ".contains($0) },
                "--allow-host takes a name or an address, with or without a port, not \(name).")
        }
        for folder in folders {
            try require(isFolder(folder), "There is no folder \(folder), or it may not be read.")
        }
    }

    /// `nil` when nothing is to be kept on disk. The demos show how pictures are loaded: alone they keep none from one run
    /// to the next, unless a folder is named.
    var cacheFolder: String? {
        let isDemoOnly = folders.isEmpty && urls.isEmpty
        return diskCache > 0 ? cache ?? (isDemoOnly ? nil : UserFolders.cache) : nil
    }

    func run() throws {
        do throws(ServiceError) {
            try Service(self).run()
        } catch {
            writeError(error.description)
            throw ExitCode(error.exitCode)
        }
        // Everything is on disk. Threads may still be at a picture: `exit` would take the libraries down under their hands.
        fflush(nil)
        _exit(0)
    }
}

/// A range of milliseconds, written `500-2000` or `300`.
struct Latency: ExpressibleByArgument, Equatable {
    var milliseconds: ClosedRange<Int>

    init(_ milliseconds: ClosedRange<Int>) { self.milliseconds = milliseconds }

    init?(argument: String) {
        let parts = argument.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard let low = parts[0], let high = parts[parts.count - 1], parts.count <= 2, low >= 0, low <= high,
            high <= 600_000
        else { return nil }
        milliseconds = low...high
    }
}
