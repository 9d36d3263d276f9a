import Glibc
import GridEngine

/// The files of one collection's texels.
final class TexelFolder: TexelShelf {
    /// Slots that are read together at most, and slots between two wanted ones that are read along.
    private static let readLimit = 512
    private static let gapLimit = 8

    let blockSlots = TexelSlots.blockSlots
    private let path: String
    private let collection: String
    private let words: SlotFile
    private let small: SlotFile
    private let large: SlotFile
    private let files: TexelFiles

    init(path: String, collection: String, files: TexelFiles) {
        (self.path, self.collection, self.files) = (path, collection, files)
        words = SlotFile(path: "\(path)/colours", slotBytes: TexelSlots.blockBytes)
        small = SlotFile(path: "\(path)/8", slotBytes: Self.slotBytes(.small))
        large = SlotFile(path: "\(path)/16", slotBytes: Self.slotBytes(.large))
    }

    static func slotBytes(_ size: TexelSize) -> Int { TexelSlots.headBytes + size.byteCount }

    private static let fileNames = ["colours", "8", "16"]
    /// Seconds without a use after which a folder counts as one of a collection that is served no more.
    private static let unusedSeconds = 90 * 86_400

    /// The bytes that pixels of all collections take.
    static func sizes(in folder: String) -> [TexelSize: Int] {
        var sizes: [TexelSize: Int] = [:]
        for name in DiskCacheFolder.names(in: folder) {
            for size in TexelSize.allCases {
                var status = stat()
                guard stat("\(folder)/\(name)/\(size.rawValue)", &status) == 0 else { continue }
                // Holes take nothing.
                sizes[size, default: 0] += Int(status.st_blocks) * 512
            }
        }
        return sizes
    }

    static func removeUnused(in folder: String) {
        for name in DiskCacheFolder.names(in: folder) {
            var status = stat()
            guard stat("\(folder)/\(name)/colours", &status) == 0,
                time(nil) - status.st_mtim.tv_sec > unusedSeconds
            else { continue }
            removeFiles(in: "\(folder)/\(name)")
        }
    }

    private static func removeFiles(in path: String) {
        for name in fileNames { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    private func file(_ size: TexelSize) -> SlotFile { size == .small ? small : large }

    func words(inBlock block: Int) -> [TexelSlot]? {
        files.used(self)
        return withUnsafeTemporaryAllocation(byteCount: TexelSlots.blockBytes, alignment: 8) { bytes in
            guard words.read(block..<block + 1, into: bytes) == 1 else { return nil }
            return TexelSlots.slots(inBlock: UnsafeRawBufferPointer(bytes))
        }
    }

    func setWords(_ slots: [TexelSlot], of ordinals: [UInt32]) -> Bool {
        let places = Dictionary(grouping: ordinals.indices) { Int(ordinals[$0]) / blockSlots }
        return places.reduce(true) { areKept, one in
            let (block, places) = one
            let empty = TexelSlot(tag: 0, word: .unknown)
            let known = words(inBlock: block) ?? Array(repeating: empty, count: blockSlots)
            var all = known
            for place in places { all[Int(ordinals[place]) % blockSlots] = slots[place] }
            return (all == known || write(TexelSlots.block(of: all), at: block, in: words)) && areKept
        }
    }

    func keep(_ texel: Texel, tag: UInt32, of ordinal: UInt32) -> [TexelSize] {
        files.used(self)
        // The large ones last: they are what is left out.
        return TexelSize.allCases.filter { size in
            guard files.hasRoom(for: size) else { return false }
            let slot = TexelSlots.slot(of: size == .small ? texel.half : texel.rgb, tag: tag)
            guard write(slot, at: Int(ordinal), in: file(size)) else { return false }
            files.note(slot.count, of: size)
            return true
        }
    }

    private func write(_ bytes: [UInt8], at slot: Int, in file: SlotFile) -> Bool {
        if file.write(bytes, at: slot) { return true }
        make()
        if file.write(bytes, at: slot) { return true }
        files.noteFailure()
        return false
    }

    private func make() {
        TexelFiles.make(path)
        closeFiles()
    }

    func read(_ size: TexelSize, _ slots: [TexelPlace], _ body: (TexelPlace, UnsafeRawBufferPointer) -> Void) {
        files.used(self)
        let (file, slotBytes) = (file(size), Self.slotBytes(size))
        withUnsafeTemporaryAllocation(byteCount: Self.readLimit * slotBytes, alignment: 8) { buffer in
            var next = 0
            while next < slots.count {
                let first = Int(slots[next].ordinal)
                var end = next + 1
                while end < slots.count, Int(slots[end].ordinal) - first < Self.readLimit,
                    Int(slots[end].ordinal) - Int(slots[end - 1].ordinal) <= Self.gapLimit
                { end += 1 }
                let range = first..<Int(slots[end - 1].ordinal) + 1
                let count = file.read(
                    range, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<(range.count * slotBytes)]))
                for place in slots[next..<end] {
                    let index = Int(place.ordinal) - first
                    guard index < count else { break }
                    let slot = UnsafeRawBufferPointer(
                        rebasing: UnsafeRawBufferPointer(buffer)[index * slotBytes..<(index + 1) * slotBytes])
                    if let pixels = TexelSlots.pixels(in: slot, tag: place.tag) { body(place, pixels) }
                }
                next = end
            }
        }
    }

    func reserve(items: Int) {
        files.reserve(items: items, of: collection)
        // A sign that it is used.
        utimensat(AT_FDCWD, "\(path)/colours", nil, 0)
    }

    var keptSizes: [TexelSize] { files.keptSizes }

    func empty(_ size: TexelSize) { file(size).empty() }

    func closeFiles() { for file in [words, small, large] { file.closeFile() } }

    func remove() {
        closeFiles()
        files.forget(collection)
        Self.removeFiles(in: path)
    }
}
