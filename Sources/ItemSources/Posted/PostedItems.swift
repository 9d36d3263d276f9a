import CollectionModel
import Downloads
import GridEngine
import Synchronization

/// Items that were posted through the interface: cells with a title, and a picture where they were given one. Everything may be
/// done with them.
package final class PostedItems: ItemSource, StoredSource, PostedSource, PlacedSource, TimedSource {
    private struct State {
        /// Identifiers of items that show more than those; others may be in it. Shared with the engine's at first.
        var items = IdentifierTable()
        /// By ordinal in `items`. Items that were deleted stay: the deletion may be taken back.
        var contents = PostedContents()
        var title: String
    }

    package let id: String
    package var title: String { state.withLock { $0.title } }
    package var capabilities: Capabilities { Capabilities(insert: true, delete: true, refresh: false) }
    package var abilities: SourceAbilities {
        // A picture is downloaded whole.
        SourceAbilities(stored: self, posted: self, places: self, timed: self, readsOriginalsWhole: true)
    }

    private let pictures: PostedPictures
    private let state: Mutex<State>

    /// - Parameters:
    ///   - id: the collection's identifier.
    ///   - title: the collection's title.
    ///   - pictures: where its pictures come from.
    package init(id: String, title: String, pictures: PostedPictures = PostedPictures()) {
        self.id = id
        self.pictures = pictures
        state = Mutex(State(title: title))
    }

    package func keep(upload bytes: [UInt8], for client: Client?) throws(GridError) -> PostedPicture {
        guard let uploads = pictures.uploads else { throw .unsupported(.uploadsUnsupported) }
        return .upload(try uploads.keep(bytes, of: id, for: client))
    }

    package func release(upload picture: PostedPicture) {
        if case .upload(let name) = picture { pictures.uploads?.release(name, of: id) }
    }

    package var uploads: [(item: String, picture: PostedPicture)] {
        state.withLock { state in
            (0..<UInt32(state.contents.count)).compactMap { ordinal in
                state.contents.upload(ordinal).map { (state.items[ordinal], $0) }
            }
        }
    }

    package var mayHaveUnusedUploads: Bool { pictures.uploads?.mayHaveUnused(of: id) ?? false }

    package func dropUploads(except used: Set<PostedPicture>) {
        pictures.uploads?.removeAll(
            of: id, except: Set(used.compactMap { if case .upload(let name) = $0 { name } else { nil } }))
    }

    package func dropUploads() { pictures.uploads?.removeAll(of: id) }

    package func rename(_ title: String) { state.withLock { $0.title = title } }

    package func adopt(_ contents: PostedContents, of items: IdentifierTable) {
        // Without contents the identifiers are not needed either.
        if !contents.isEmpty { state.withLock { ($0.items, $0.contents) = (items, contents) } }
    }

    package func adopt(_ items: [SourceItem]) {
        state.withLock { state in
            // One that shows its identifier needs a place only where something else was shown.
            for item in items
            where item != PostedContents.plain(item.id) || state.items.ordinal(of: item.id) != nil {
                state.contents.set(item, of: state.items.intern(item.id).ordinal)
            }
        }
    }

    package var sizeBytes: Int {
        state.withLock { $0.contents.sizeBytes + ($0.contents.isEmpty ? 0 : $0.items.sizeBytes) }
    }

    /// Only the engine knows what is in the collection.
    package func list(
        cancellation: Cancellation, progress: @Sendable (_ found: Int) -> Void
    ) throws(SourceError) -> SourceListing {
        throw .unreadable(.nothingToList)
    }

    package func item(_ id: String) -> SourceItem? {
        state.withLock { state in
            guard let ordinal = state.items.ordinal(of: id) else { return PostedContents.plain(id) }
            return state.contents.item(ordinal, id: id)
        }
    }

    package func revision(of id: String) -> UInt64 {
        state.withLock { $0.contents.revision($0.items.ordinal(of: id) ?? .max) }
    }

    package func original(of id: String, cancellation: Cancellation) throws(LoadFailure) -> Original {
        try original(of: id, timeLeft: pictures.timeLimit, cancellation: cancellation)
    }

    package func original(
        of id: String, timeLeft: Duration, cancellation: Cancellation
    ) throws(LoadFailure) -> Original {
        guard let picture = item(id)?.picture else { throw .missing }
        return try pictures.original(of: picture, in: self.id, timeLeft: timeLeft, cancellation: cancellation)
    }

    package func place(of id: String) -> OriginalPlace? { item(id)?.picture?.address.map { .web($0) } }
}

/// The bytes of uploaded files, by client. Pure. The clients of files from before a restart are unknown: these count for nobody.
struct UploadBudget: Sendable {
    private struct File {
        var bytes: Int
        var origin: String?
    }

    let limitBytes: Int
    private(set) var bytes = 0
    private var files: [String: File] = [:]
    private var byOrigin: [String: Int] = [:]

    init(limitBytes: Int) { self.limitBytes = limitBytes }

    /// Counts a file that is there.
    mutating func record(_ path: String, _ bytes: Int) {
        remove(path)
        files[path] = File(bytes: bytes)
        self.bytes += bytes
    }

    /// Counts a new file, or the same again, which takes no more room.
    /// - Returns: why there is no room for it. One client leaves half of what others leave.
    mutating func add(_ path: String, _ bytes: Int, for client: Client?) -> GridError? {
        guard files[path] == nil else { return nil }
        guard self.bytes + bytes <= limitBytes else { return .tooMany(.uploads, limit: limitBytes >> 20) }
        if let client {
            let own = byOrigin[client.origin, default: 0]
            let share = ClientShares.share(of: limitBytes, others: self.bytes - own, least: 0)
            guard own + bytes <= share else { return .shareUsed(.uploads, share: share >> 20) }
            byOrigin[client.origin] = own + bytes
        }
        files[path] = File(bytes: bytes, origin: client?.origin)
        self.bytes += bytes
        return nil
    }

    mutating func remove(_ path: String) {
        guard let file = files.removeValue(forKey: path) else { return }
        bytes -= file.bytes
        guard let origin = file.origin else { return }
        let left = byOrigin[origin, default: 0] - file.bytes
        byOrigin[origin] = left > 0 ? left : nil
    }

    /// The number of files in a folder. O(files).
    func count(below folder: String) -> Int { files.keys.count { $0.hasPrefix(folder + "/") } }
}

/// Where the pictures of posted items come from. One for all posted collections, so that their downloads share limits and
/// connections; never with other sources, whose rule for private addresses may differ.
package final class PostedPictures: Sendable {
    private let configuration: Downloader.Configuration
    /// `nil` where files are not kept.
    let uploads: UploadedPictures?
    /// Made for the first picture: its thread is not for servers without any.
    private let downloads = Mutex<PictureDownloads?>(nil)

    package init(
        _ configuration: Downloader.Configuration = Downloader.Configuration(), uploads: UploadedPictures? = nil
    ) {
        self.configuration = configuration
        self.uploads = uploads
    }

    /// Time limit of a whole download.
    package var timeLimit: Duration { configuration.timeLimit }

    /// The content of a picture. May block.
    /// - Throws: why there is none.
    package func original(
        of picture: PostedPicture, in collection: String, timeLeft: Duration, cancellation: Cancellation
    ) throws(LoadFailure) -> Original {
        switch picture {
        case .web(let address):
            guard let address = WebAddress(address) else { throw .unreadable(.notAWebAddress) }
            let downloads = downloads.withLock { slot -> PictureDownloads in
                let made = slot ?? PictureDownloads(Downloader(configuration: configuration))
                slot = made
                return made
            }
            return .encoded(
                try downloads.picture(at: address, timeLeft: timeLeft, cancellation: cancellation).body)
        case .upload(let name):
            guard let uploads else { throw .missing }
            return .file(try uploads.open(name, of: collection), name: name)
        }
    }
}
