import GridEngine
import Synchronization

/// A loader whose loads end when the test says so.
package final class ScriptedLoader: ItemLoader {
    package struct Running: Sendable {
        package var request: RenditionRequest
        package var cancellation: Cancellation
        package var completion: @Sendable (Result<LoadedRendition, LoadFailure>) -> Void
    }

    private struct State {
        var started: [String] = []
        var running: [Running] = []
        var memory: [RenditionKey: Rendition] = [:]
    }

    package let widthSteps = [160, 320, 640]
    /// Previews are named "~item" everywhere here.
    package let makesPreviews: Bool
    /// Of each rendition; the item's name when `nil`.
    package let sizeBytes: Int?
    /// Of the disk cache, which all that was made is in; without a cache when `nil`.
    private let diskLimitBytes: Int?
    package let texels: (any TexelStore)?
    /// Of full pictures, by item.
    package let sharpness: [String: Int]
    /// Of previews; plain ones, of the item's colour, where texels are kept.
    private let texel: (@Sendable (String) -> Texel)?
    private let state = Mutex(State())

    package init(
        makesPreviews: Bool = false, sizeBytes: Int? = nil, diskLimitBytes: Int? = nil,
        texels: (any TexelStore)? = nil, sharpness: [String: Int] = [:],
        texel: (@Sendable (String) -> Texel)? = nil
    ) {
        self.texel = texel
        self.texels = texels
        self.sharpness = sharpness
        self.makesPreviews = makesPreviews
        self.sizeBytes = sizeBytes
        self.diskLimitBytes = diskLimitBytes
    }

    package var cacheStatistics: CacheStatistics? {
        diskLimitBytes.map { limit in
            CacheStatistics(
                memoryHits: 0, diskHits: 0, originals: 0, memoryBytes: 0, memoryLimitBytes: 0,
                diskBytes: state.withLock { $0.memory.values.reduce(0) { $0 + $1.bytes.count } }, diskLimitBytes: limit)
        }
    }

    private static func name(_ key: RenditionKey) -> String { (key.form == .preview ? "~" : "") + key.item }

    package func cached(_ key: RenditionKey) -> Rendition? {
        state.withLock { $0.memory[key] }
    }

    package func load(
        _ request: RenditionRequest, cancellation: Cancellation,
        completion: @escaping @Sendable (Result<LoadedRendition, LoadFailure>) -> Void
    ) {
        state.withLock {
            $0.started.append(Self.name(request.key))
            $0.running.append(Running(request: request, cancellation: cancellation, completion: completion))
        }
    }

    /// The items whose loads were started, in order, cancelled ones too.
    package var started: [String] { state.withLock { $0.started } }

    /// The items whose loads run and were not cancelled.
    package var running: [String] {
        state.withLock { $0.running.filter { !$0.cancellation.isCancelled }.map { Self.name($0.request.key) } }
    }

    package var cancelled: [String] {
        state.withLock { $0.running.filter { $0.cancellation.isCancelled }.map { Self.name($0.request.key) } }
    }

    /// Ends the load of an item.
    /// - Parameters:
    ///   - item: its name.
    ///   - failure: how it fails; `nil` when it does not.
    ///   - withByProduct: whether the read also made what the request names.
    /// - Returns: `false` when none runs.
    @discardableResult
    package func finish(_ item: String, with failure: LoadFailure? = nil, withByProduct: Bool = false) -> Bool {
        let ended = state.withLock { state -> Running? in
            guard let index = state.running.firstIndex(where: { Self.name($0.request.key) == item }) else { return nil }
            let running = state.running.remove(at: index)
            return running
        }
        guard let ended else { return false }
        if let failure {
            ended.completion(.failure(failure))
            return true
        }
        let key = ended.request.key
        var loaded = LoadedRendition(rendition(of: key))
        if withByProduct, let form = ended.request.byProduct {
            loaded.byProduct = (form, rendition(of: key.with(form)))
        }
        let made = loaded
        state.withLock { state in
            state.memory[key] = made.rendition
            if let other = made.byProduct { state.memory[key.with(other.form)] = other.rendition }
        }
        ended.completion(.success(made))
        return true
    }

    /// Puts renditions of the narrowest width into the memory cache, without a load.
    package func remember(_ names: [String], of collection: String = "c", revision: UInt64 = 1) {
        for name in names {
            let isPreview = name.hasPrefix("~")
            let key = RenditionKey(
                collection: collection, item: isPreview ? String(name.dropFirst()) : name, revision: revision,
                form: isPreview ? .preview : .width(widthSteps[0]))
            let rendition = rendition(of: key)
            state.withLock { $0.memory[key] = rendition }
        }
    }

    /// Empties the memory cache.
    package func forget() {
        state.withLock { $0.memory = [:] }
    }

    private func rendition(of key: RenditionKey) -> Rendition {
        let side =
            switch key.form {
            case .preview: 48
            case .width(let width): width
            case .region(let region): region.width / region.shrink
            }
        return Rendition(
            bytes: sizeBytes.map { Array(repeating: 7, count: $0) } ?? Array(key.item.utf8), contentType: "image/webp",
            width: side, height: side, originalWidth: 3000, originalHeight: 2000,
            colour: key.form == .preview ? 0x00_1aff : nil,
            texel: key.form == .preview ? texel(of: key.item) : nil,
            sharpness: key.form == .preview ? nil : sharpness[key.item])
    }

    private func texel(of item: String) -> Texel? {
        if let texel { return texel(item) }
        return texels == nil ? nil : .plain(Self.colour(of: item))
    }

    /// That of an item's texel: each has another one.
    package static func colour(of item: String) -> UInt32 {
        item.utf8.reduce(7) { ($0 &* 31 &+ UInt32($1)) & 0xff_ffff }
    }
}
