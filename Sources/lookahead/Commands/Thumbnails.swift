import ArgumentParser
import Dispatch
import GridEngine
import ItemSources
import Renditions
import Synchronization

/// Makes one rendition of every picture in a folder and prints the time taken: the thumbnail benchmark runs it beside
/// `vipsthumbnail`. A hidden command, because the package of the benchmarks cannot use the program's targets, and because
/// the worker processes that decode are this program.
struct Thumbnails: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make a rendition of every picture in a folder.", shouldDisplay: false)

    @Option(help: "Maximum number of pictures loaded at the same time.")
    var loaders = 2

    @Option(help: "The width step.")
    var step = 320

    @Option(help: "The folder of the disk cache, empty for a true figure.")
    var cache: String

    @Argument(help: "A folder of pictures.")
    var folder: String

    func run() throws {
        let source = PhotoFolder(id: "thumbnails", folders: [folder])
        let listing = try source.list(cancellation: Cancellation(), progress: { _ in })
        let items = listing.sections.flatMap(\.items)
        let limits = WorkerLimits()
        let loader = RenditionLoader(
            configuration: RenditionConfiguration(loaders: loaders, decoders: loaders, diskCacheFolder: cache),
            decoder: WorkerDecoder(arguments: DecoderProcess.arguments(limits), width: loaders, limits: limits))
        let failures = Mutex<[String]>([])
        let clock = ContinuousClock()
        let began = clock.now
        let left = DispatchGroup()
        for item in items {
            let key = RenditionKey(collection: source.id, item: item.id, revision: item.revision, form: .width(step))
            let request = RenditionRequest(key: key) { cancellation throws(LoadFailure) in
                try source.original(of: item.id, cancellation: cancellation)
            }
            left.enter()
            loader.load(request, cancellation: Cancellation()) { result in
                if case .failure(let failure) = result { failures.withLock { $0.append("\(item.id): \(failure)") } }
                left.leave()
            }
        }
        left.wait()
        let seconds = (clock.now - began) / .seconds(1)
        for failure in failures.withLock({ $0 }) { print("failed: \(failure)") }
        print("pictures \(items.count) seconds \(seconds)")
    }
}
