import CVips
import Glibc
import GridEngine
import Synchronization

/// Texels on disk (docs/decisions/0102): a folder for each collection, in the folder of the disk cache and within half of its limit. Mean
/// colours are always kept, then 8 × 8 pixels, then 16 × 16. Any thread.
package final class TexelFiles: TexelStore {
    /// Collections whose files are open at the same time, three each.
    private static let openLimit = 32
    /// A write that failed is not tried again for so long.
    private static let failurePause = Duration.seconds(20)

    private let folder: String?
    private let whenGrown: @Sendable (_ bytes: Int) -> Void
    private let state: Mutex<State>

    /// A folder belongs to its collection, and has this object.
    private struct Shelf {
        weak var folder: TexelFolder?
    }

    private struct State {
        var shelves: [String: Shelf] = [:]
        /// Those whose files may be open, the last used one last.
        var open: [Shelf] = []
        /// By the names of folders.
        var account: TexelAccount
        /// MB that were last reported.
        var reported = 0
        var pausedUntil: ContinuousClock.Instant?

        var isPaused: Bool { pausedUntil.map { ContinuousClock.now < $0 } ?? false }
    }

    /// - Parameters:
    ///   - folder: that of the disk cache; `nil` to keep nothing.
    ///   - limitBytes: of the disk cache.
    ///   - whenGrown: called with the bytes that texels take, when they are more or fewer.
    package init(
        folder: String?, limitBytes: Int, whenGrown: @escaping @Sendable (_ bytes: Int) -> Void = { _ in }
    ) {
        self.folder = folder.map { "\($0)/texels-1" }
        self.whenGrown = whenGrown
        var account = TexelAccount(limitBytes: limitBytes / 2)
        if let folder = self.folder {
            Self.make(folder)
            TexelFolder.removeUnused(in: folder)
            for name in DiskCacheFolder.names(in: folder) {
                account.change(name) { $0 = TexelFolder.files(in: "\(folder)/\(name)") }
            }
        }
        state = Mutex(State(account: account))
        makeRoom()
        report()
    }

    /// Makes the folder and its parents. A failure shows itself with the first write.
    static func make(_ folder: String) {
        var parent = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
            parent += part + "/"
            mkdir(parent, 0o700)
        }
    }

    package func shelf(of collection: String) -> any TexelShelf {
        guard let folder else { return NoShelf() }
        let name = String(DiskCacheEntry.hash(of: collection.utf8), radix: 16)
        return state.withLock { state in
            if let shelf = state.shelves[collection]?.folder { return shelf }
            let shelf = TexelFolder(name, in: folder, of: collection, files: self)
            state.shelves[collection] = Shelf(folder: shelf)
            return shelf
        }
    }

    func used(_ shelf: TexelFolder) {
        let closed = state.withLock { state -> TexelFolder? in
            if state.open.last?.folder === shelf { return nil }
            state.open.removeAll { $0.folder == nil || $0.folder === shelf }
            state.open.append(Shelf(folder: shelf))
            return state.open.count > Self.openLimit ? state.open.removeFirst().folder : nil
        }
        closed?.closeFiles()
    }

    /// Room for the mean colours of a collection's items.
    func reserve(items: Int, in name: String) {
        state.withLock { $0.account.change(name) { $0.items = items } }
        makeRoom()
        report()
    }

    /// The sizes that there is room for, of all items of the collections that are open.
    var keptSizes: [TexelSize] { state.withLock { $0.account.keptSizes } }

    var room: TexelRoom {
        state.withLock { state in
            TexelRoom(sizes: state.account.keptSizes.filter(state.account.hasRoom), isPaused: state.isPaused)
        }
    }

    /// Takes the room that one more texel of a size needs, until its file is measured.
    /// - Returns: whether there is some.
    func takeRoom(for size: TexelSize, in name: String) -> Bool {
        let isTaken = state.withLock { state in
            guard !state.isPaused, state.account.hasRoom(for: size) else { return false }
            state.account.change(name) { $0[size] += TexelAccount.slotRoom }
            return true
        }
        // Large ones were kept while there was room.
        if isTaken { makeRoom() }
        return isTaken
    }

    /// A file has other bytes than before. `size` is `nil` for that of words.
    func note(_ bytes: Int, of size: TexelSize?, in name: String) {
        state.withLock { $0.account.change(name) { $0[size] = bytes } }
        report()
    }

    /// Empties files until all that is kept is within the limit.
    private func makeRoom() {
        guard let folder else { return }
        for (name, size) in state.withLock({ $0.account.makeRoom() }) {
            truncate("\(folder)/\(name)/\(size.rawValue)", 0)
        }
    }

    /// Renditions make room in steps of a MB.
    private func report() {
        let bytes = state.withLock { state -> Int? in
            let bytes = state.account.bytes
            defer { state.reported = bytes >> 20 }
            return bytes >> 20 == state.reported ? nil : bytes
        }
        if let bytes { whenGrown(bytes) }
    }

    func noteFailure() { state.withLock { $0.pausedUntil = .now + Self.failurePause } }

    func forget(_ collection: String, in name: String) {
        state.withLock { state in
            state.shelves[collection] = nil
            state.account.change(name) { $0 = TexelAccount.Files() }
        }
        report()
    }

    package func sheet(ofPixels rgb: [UInt8], width: Int, height: Int) -> (bytes: [UInt8], contentType: String)? {
        guard VipsLibrary.isReady, width > 0, height > 0, rgb.count == width * height * 3 else { return nil }
        return rgb.withUnsafeBufferPointer { pixels in
            guard
                let image = vips_image_new_from_memory(
                    pixels.baseAddress, pixels.count, Int32(width), Int32(height), 3, VIPS_FORMAT_UCHAR)
            else { return nil }
            defer { g_object_unref(image) }
            image.pointee.Type = VIPS_INTERPRETATION_sRGB
            var bytes: UnsafeMutableRawPointer?
            var count = 0
            guard lookahead_vips_sheetsave(image, &bytes, &count, Self.sheetQuality) == 0, let bytes else {
                vips_error_clear()
                return nil
            }
            defer { g_free(bytes) }
            return (Array(UnsafeRawBufferPointer(start: bytes, count: count)), "image/jpeg")
        }
    }

    /// A cell of 8 px is one block: mean colours are off by a few of 255.
    private static let sheetQuality: Int32 = 60
}

/// Keeps nothing: without a disk cache texels are as long in memory as the server runs.
private struct NoShelf: TexelShelf {
    var blockSlots: Int { TexelSlots.blockSlots }
    func words(inBlock block: Int) -> [TexelSlot]? { nil }
    func setWords(_ slots: [TexelSlot], of ordinals: [UInt32]) -> Bool { false }
    func keep(_ texel: Texel, in sizes: [TexelSize], tag: UInt32, of ordinal: UInt32) -> [TexelSize] { [] }
    func read(_ size: TexelSize, _ slots: [TexelPlace], _ body: (TexelPlace, UnsafeRawBufferPointer) -> Void) {}
    func reserve(items: Int) {}
    var keptSizes: [TexelSize] { [] }
    var room: TexelRoom { TexelRoom(sizes: [], isPaused: false) }
    func remove() {}
}
