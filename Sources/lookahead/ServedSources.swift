import Glibc
import GridEngine
import ItemSources

/// The collections that the command line asks for.
struct ServedSources {
    private let options: Serve

    init(_ options: Serve) { self.options = options }

    func all() -> [any ItemSource] {
        var sources: [any ItemSource] = []
        if !options.folders.isEmpty {
            sources.append(PhotoFolder(id: Self.identifier(of: options.folders[0]), folders: options.folders))
        }
        if let count = options.items {
            sources.append(delayed(NumberedItems(count: count)))
        }
        if options.demo || sources.isEmpty { sources += demos() }
        return sources
    }

    private func demos() -> [any ItemSource] {
        [delayed(Landscapes()), delayed(MaterialColours()), delayed(Landscapes(count: 10_000))]
    }

    private func delayed(_ source: any ItemSource) -> any ItemSource {
        guard let latency = options.demoLatency else { return source }
        return DelayedSource(source, milliseconds: latency.milliseconds, seed: options.demoSeed)
    }

    /// Each first folder has an order of its own: serving another one must not tear it apart.
    static func identifier(of folder: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in resolved(folder).utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return "photos-" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func resolved(_ folder: String) -> String {
        guard let path = realpath(folder, nil) else { return folder }
        defer { free(path) }
        return String(cString: path)
    }
}
