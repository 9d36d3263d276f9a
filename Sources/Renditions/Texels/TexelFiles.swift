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
    private static let failurePause = Duration.seconds(60)

    let limitBytes: Int
    private let folder: String?
    private let whenGrown: @Sendable (_ bytes: Int) -> Void
    private let state = Mutex(State())

    /// A folder belongs to its collection, and has this object.
    private struct Shelf {
        weak var folder: TexelFolder?
    }

    private struct State {
        var shelves: [String: Shelf] = [:]
        /// Those whose files may be open, the last used one last.
        var open: [Shelf] = []
        var items: [String: Int] = [:]
        var bytes: [TexelSize: Int] = [:]
        var pausedUntil: ContinuousClock.Instant?

        /// Bytes that the mean colours of all items take.
        var wordBytes: Int { items.values.reduce(0, +) * 8 }
        var smallBytes: Int { items.values.reduce(0, +) * TexelFolder.slotBytes(.small) }
    }

    /// - Parameters:
    ///   - folder: that of the disk cache; `nil` to keep nothing.
    ///   - limitBytes: of the disk cache.
    ///   - whenGrown: called with the bytes that texels take, when they are more or fewer.
    package init(
        folder: String?, limitBytes: Int, whenGrown: @escaping @Sendable (_ bytes: Int) -> Void = { _ in }
    ) {
        self.folder = folder.map { "\($0)/texels-1" }
        self.limitBytes = limitBytes / 2
        self.whenGrown = whenGrown
        guard let folder = self.folder else { return }
        Self.make(folder)
        TexelFolder.removeUnused(in: folder)
        let found = TexelFolder.sizes(in: folder)
        state.withLock { $0.bytes = found }
        whenGrown(found.values.reduce(0, +))
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
            let shelf = TexelFolder(path: "\(folder)/\(name)", collection: collection, files: self)
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

    func reserve(items: Int, of collection: String) { state.withLock { $0.items[collection] = items } }

    /// The sizes that there is room for, of all items of the collections that are open.
    var keptSizes: [TexelSize] {
        let items = state.withLock { $0.items.values.reduce(0, +) }
        var bytes = items * 8
        return TexelSize.allCases.filter { size in
            bytes += items * TexelFolder.slotBytes(size)
            return bytes <= limitBytes
        }
    }

    /// Whether there is room for one more texel of a size, after what comes before it.
    func hasRoom(for size: TexelSize) -> Bool {
        let (hasRoom, emptied) = state.withLock { state -> (Bool, [TexelFolder]) in
            if let until = state.pausedUntil, ContinuousClock.now < until { return (false, []) }
            let (small, large) = (state.bytes[.small] ?? 0, state.bytes[.large] ?? 0)
            switch size {
            case .large:
                let before = max(small, state.smallBytes)
                return (state.wordBytes + before + large + TexelFolder.slotBytes(.large) <= limitBytes, [])
            case .small:
                guard state.wordBytes + small + TexelFolder.slotBytes(.small) <= limitBytes else { return (false, []) }
                guard state.wordBytes + small + large + TexelFolder.slotBytes(.small) > limitBytes else {
                    return (true, [])
                }
                // Large ones were kept while there was room.
                state.bytes[.large] = 0
                return (true, state.shelves.values.compactMap(\.folder))
            }
        }
        for shelf in emptied { shelf.empty(.large) }
        return hasRoom
    }

    func note(_ bytes: Int, of size: TexelSize) {
        let total = state.withLock { state -> Int in
            state.bytes[size, default: 0] += bytes
            return state.wordBytes + state.bytes.values.reduce(0, +)
        }
        // Renditions make room in steps.
        if total >> 20 != (total - bytes) >> 20 { whenGrown(total) }
    }

    func noteFailure() { state.withLock { $0.pausedUntil = .now + Self.failurePause } }

    func forget(_ collection: String) {
        state.withLock { state in
            state.shelves[collection] = nil
            state.items[collection] = nil
        }
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
    func keep(_ texel: Texel, tag: UInt32, of ordinal: UInt32) -> [TexelSize] { [] }
    func read(_ size: TexelSize, _ slots: [TexelPlace], _ body: (TexelPlace, UnsafeRawBufferPointer) -> Void) {}
    func reserve(items: Int) {}
    var keptSizes: [TexelSize] { [] }
    func remove() {}
}
