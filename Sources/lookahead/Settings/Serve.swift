import ArgumentParser
import Glibc
import GridEngine
import HTTPServer
import Preparing
import SharedStore

/// `lookahead serve`, and `lookahead` without a subcommand: the arguments alone.
struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve folders of photos and lists of URLs; without any, the demos.")

    @Option(
        help: ArgumentHelp(
            "Read options from a file; see lookahead config. The environment and the command line come before it.",
            valueName: "file"), completion: .file())
    var config: String?

    @Argument(help: "Folders of photos. Each folder inside becomes a section.", completion: .directory)
    var folders: [String] = []

    @Option(
        help: ArgumentHelp(
            "Serve the pictures in a list: one URL per line, or CSV or JSON Lines with url, id, title and section.",
            valueName: "file"), completion: .file())
    var urls: [String] = []

    @Flag(inversion: .prefixedNo, help: "Allow --urls to download from private addresses and from this machine.")
    var allowPrivate = false

    @Flag(inversion: .prefixedNo, help: "Serve the demos as well.")
    var demo = false

    @Option(help: ArgumentHelp("Serve a generated collection of numbered items.", valueName: "count"))
    var items: Int?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Give each item of --items a date, a camera, a size and a rating.", visibility: .hidden))
    var itemFields = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Read what items of --items show in batches: 5 ms a call and 20 µs an item.", visibility: .hidden))
    var itemContents = false

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp("Give each item of --items a small painted picture.", visibility: .hidden))
    var itemPictures = false

    @Flag(inversion: .prefixedNo, help: "Show a small preview of each picture while it loads.")
    var previews = true

    @Flag(inversion: .prefixedNo, help: "Serve the files of photos as they are, to download.")
    var originals = true

    @Flag(
        inversion: .prefixedNo,
        help: "Watch folders of photos: files that come, go or change show up by themselves.")
    var watch = true

    @Option(help: "The name or address to listen on. An address that other machines can reach requires --token.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 for any free port.")
    var port = 8080

    @Option(
        help: "The folder that stores orders and ratings. (default: $XDG_DATA_HOME/lookahead)", completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "A PostgreSQL database that stores orders and ratings, for several servers: postgresql://user@host/name. With a password, it belongs in LOOKAHEAD_STORE in the environment.",
            valueName: "address"))
    var store: String?

    @Flag(help: "Wait at the start for as long as the database of --store is away, not for 30 seconds only.")
    var waitForStore = false

    @Flag(
        help:
            "Look into the database of --store every 20 ms for what other servers changed: for databases without LISTEN and NOTIFY. All servers of a database need it."
    )
    var pollStore = false

    @Option(help: "How many daily backups of orders and ratings are kept in the data folder; 0 makes none.")
    var backups = 7

    @Option(help: ArgumentHelp("The seconds between two backups, at least.", visibility: .hidden))
    var backupInterval = 86_400

    @Option(
        help: "The folder that caches prepared pictures. (default: $XDG_CACHE_HOME/lookahead)", completion: .directory)
    var cache: String?

    @Option(
        help: ArgumentHelp(
            "An S3 bucket in which several servers share prepared pictures: s3://bucket/prefix?endpoint=https://host:port&region=name, without the endpoint at Amazon. Its key comes from --rendition-key-file, or from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.",
            valueName: "address"))
    var renditionStore: String?

    @Option(
        help: ArgumentHelp(
            "A file with the access key of --rendition-store: lines aws_access_key_id = … and aws_secret_access_key = …, as in Amazon's credentials files.",
            valueName: "file"), completion: .file())
    var renditionKeyFile: String?

    @Option(
        help: """
            Which pictures of folders are prepared before anybody looks at them, while nobody waits for others: none, near \
            (around what is looked at), or all that fit into the disk cache.
            """)
    var prepare = PreparationScope.near

    @Option(help: "Maximum number of pictures loaded at the same time.")
    var loaders = 4

    @Option(help: ArgumentHelp("Memory cache for prepared pictures, in MB.", valueName: "mb"))
    var memoryCache = 128

    @Option(
        help: ArgumentHelp(
            "Disk cache for prepared pictures, in GB; 0 for none. At most half of it holds small forms for walls of pictures, about 1 KB an item.",
            valueName: "gb"))
    var diskCache = 2.0

    @Option(help: ArgumentHelp("Artificial load time of the demos and of --items, in ms.", valueName: "min-max"))
    var demoLatency: Latency?

    @Flag(
        inversion: .prefixedNo,
        help: ArgumentHelp(
            "Give the pictures of --item-pictures file sizes that match their artificial load time within 30 %.",
            visibility: .hidden))
    var demoSizes = false

    @Option(help: "Random seed of the demos.")
    var demoSeed: UInt64 = 1

    @Option(help: ArgumentHelp("Another host name by which the server can be reached.", valueName: "name"))
    var allowHost: [String] = []

    @Option(help: ArgumentHelp("An origin whose pages may call, embed and frame this server.", valueName: "origin"))
    var corsOrigin: [String] = []

    @Option(
        help: ArgumentHelp(
            "An origin whose pages may call, embed and frame this server, and change nothing on it.",
            valueName: "origin"))
    var corsReadOnlyOrigin: [String] = []

    @Option(
        help: ArgumentHelp("The path under which a proxy publishes the server, such as /photos.", valueName: "path"))
    var basePath: String?

    @Option(
        help: """
            Access token that browsers need. Other users of the machine can see it. "auto" generates one, and keeps it \
            in the data folder for the next start.
            """)
    var token: String?

    @Option(
        help: "A file whose first line is the access token. LOOKAHEAD_TOKEN in the environment can hold it too.",
        completion: .file())
    var tokenFile: String?

    @Option(
        help: """
            A second token, for people who may look, download and export, and change nothing; it needs --token. "auto" \
            generates one, and keeps it.
            """)
    var readOnlyToken: String?

    @Option(help: "A file whose first line is the token of --read-only-token.", completion: .file())
    var readOnlyTokenFile: String?

    @Option(
        help: ArgumentHelp(
            "Speak TLS, with the certificates in this file (PEM, the server's own first).", valueName: "file"),
        completion: .file())
    var tlsCertificate: String?

    @Option(
        help: ArgumentHelp(
            "The private key of --tls-certificate (PEM, without a passphrase). Both are read again when they change.",
            valueName: "file"), completion: .file())
    var tlsKey: String?

    @Option(
        help: ArgumentHelp(
            "A proxy in front of the server, whose Forwarded and X-Forwarded-For are believed.", valueName: "address"))
    var trustedProxy: [String] = []

    @Option(help: ArgumentHelp("The program that decodes pictures, for tests.", visibility: .private))
    var decoder: String?

    @Flag(help: "Open the page in a browser.")
    var open = false

    @Option(help: "Format of the log on stderr: text or json.")
    var logFormat = LogFormat.text

    @Flag(inversion: .prefixedNo, help: "Log more details.")
    var verbose = false

    func validate() throws {
        func require(_ isRight: Bool, _ message: String) throws {
            guard isRight else { throw ValidationError(message) }
        }
        try checkStore()
        try checkRenditionStore()
        try require((0...65_535).contains(port), "--port must be a number from 0 to 65535.")
        try require((1...256).contains(loaders), "--loaders must be a number from 1 to 256.")
        try require((0...1000).contains(backups), "--backups must be a number from 0 to 1000.")
        try require((0...1_000_000).contains(memoryCache), "--memory-cache must be a number of MB from 0 to 1,000,000.")
        try require((0...1_000_000).contains(diskCache), "--disk-cache must be a number of GB from 0 to 1,000,000.")
        try require((items ?? 0) >= 0 && (items ?? 0) <= 100_000_000, "--items must be a number from 0 to 100,000,000.")
        for address in trustedProxy {
            try require(HTTPServer.isAddress(address), "--trusted-proxy must be an address, not \(address).")
        }
        for (option, origins) in [("cors-origin", corsOrigin), ("cors-read-only-origin", corsReadOnlyOrigin)] {
            for origin in origins {
                try require(
                    HTTPServer.isOrigin(origin),
                    "--\(option) must be an origin such as https://photos.example, not \(origin).")
            }
        }
        if let basePath {
            try require(
                HTTPServer.isBasePath(basePath), "--base-path must be a path such as /photos, not \(basePath).")
        }
        for name in allowHost {
            try require(
                !name.isEmpty && !name.contains { "/*?# ".contains($0) },
                "--allow-host must be a name or an address, with or without a port, not \(name).")
        }
        // The doctor says it with everything else, and what to do.
        guard !GivenWords.isDoctor else { return }
        for list in urls { try require(isFile(list), "The file \(list) does not exist or cannot be read.") }
        for folder in folders {
            try require(isFolder(folder), "The folder \(folder) does not exist or cannot be read.")
        }
    }

    /// With what the environment and the configuration file add to the command line.
    static func parse(_ words: [String], given: Serve) throws -> Serve {
        let settings = try Settings.all(behind: words, given: given)
        return settings.isEmpty ? given : try parse(Settings.arguments(settings, before: words))
    }

    /// Why the options cannot be used together, once they have come from everywhere; `nil` when they can.
    var disagreement: String? {
        if demoSizes, !itemPictures || demoLatency == nil {
            return "--demo-sizes requires --item-pictures and --demo-latency."
        }
        if renditionKeyFile != nil, renditionStore == nil { return "--rendition-key-file requires --rendition-store." }
        if (tlsCertificate == nil) != (tlsKey == nil) { return "--tls-certificate and --tls-key are used together." }
        return nil
    }

    /// `nil` for no disk cache. The demos show how pictures are loaded: alone they keep none from one run to the next,
    /// unless --cache is given.
    var cacheFolder: String? {
        let isDemoOnly = folders.isEmpty && urls.isEmpty
        return diskCache > 0 ? cache ?? (isDemoOnly ? nil : UserFolders.cache) : nil
    }

    /// Whether only this machine can reach the server.
    var isLocal: Bool { ["127.0.0.1", "::1", "[::1]", "localhost"].contains(host) }

    /// `nil` without TLS.
    var certificateFiles: CertificateFiles? {
        guard let tlsCertificate, let tlsKey else { return nil }
        return CertificateFiles(certificate: tlsCertificate, key: tlsKey)
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

extension PreparationScope: ExpressibleByArgument {}

/// The words of the command line.
enum GivenWords {
    /// Whether the options are those of a server that is only looked at.
    static var isDoctor: Bool { CommandLine.arguments.dropFirst().first == "doctor" }

    /// Those that are for `serve`, which may go without saying.
    static let serve: [String] = {
        let words = Array(CommandLine.arguments.dropFirst())
        return ["serve", "doctor"].contains(words.first) ? Array(words.dropFirst()) : words
    }()
}
