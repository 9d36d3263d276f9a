import Glibc
import GridEngine

/// The files of one collection's texels.
final class TexelFolder: TexelShelf {
    /// Slots that are read together at most, and slots between two wanted ones that are read along.
    private static let readLimit = 512
    private static let gapLimit = 8

    let blockSlots = TexelSlots.blockSlots
    private let name: String
    private let path: String
    private let collection: String
    private let words: SlotFile
    private let small: SlotFile
    private let large: SlotFile
    private let files: TexelFiles

    init(_ name: String, in folder: String, of collection: String, files: TexelFiles) {
        (self.name, self.collection, self.files) = (name, collection, files)
        path = "\(folder)/\(name)"
        words = SlotFile(path: "\(path)/colours", slotBytes: TexelSlots.blockBytes)
        small = SlotFile(path: "\(path)/8", slotBytes: TexelSlots.slotBytes(.small))
        large = SlotFile(path: "\(path)/16", slotBytes: TexelSlots.slotBytes(.large))
    }

    private static let fileNames = ["colours", "8", "16"]
    /// Seconds without a use after which a folder counts as one of a collection that is served no more.
    private static let unusedSeconds = 90 * 86_400

    /// What a collection's files take.
    static func files(in path: String) -> TexelAccount.Files {
        func bytes(_ name: String) -> Int {
            var status = stat()
            // Holes take nothing.
            return stat("\(path)/\(name)", &status) == 0 ? Int(status.st_blocks) * 512 : 0
        }
        return TexelAccount.Files(wordBytes: bytes("colours"), smallBytes: bytes("8"), largeBytes: bytes("16"))
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
        files.used(self)
        let order = ordinals.indices.sorted { ordinals[$0] < ordinals[$1] }
        var (next, areKept) = (0, true)
        while next < order.count {
            let block = Int(ordinals[order[next]]) / blockSlots
            let first = next
            repeat { next += 1 } while next < order.count && Int(ordinals[order[next]]) / blockSlots == block
            let isKept = change(block) { bytes in
                order[first..<next].reduce(false) { isOther, place in
                    TexelSlots.set(slots[place], at: Int(ordinals[place]) % blockSlots, in: bytes) || isOther
                }
            }
            areKept = isKept && areKept
        }
        files.note(words.allocatedBytes, of: nil, in: name)
        return areKept
    }

    /// Reads a block of words and writes it where `body` says that it is another one. A damaged one begins again.
    private func change(_ block: Int, _ body: (UnsafeMutableRawBufferPointer) -> Bool) -> Bool {
        withUnsafeTemporaryAllocation(byteCount: TexelSlots.blockBytes, alignment: 8) { bytes in
            let isThere = words.read(block..<block + 1, into: bytes) == 1
            if !isThere || !TexelSlots.isWhole(UnsafeRawBufferPointer(bytes)) {
                bytes.initializeMemory(as: UInt8.self, repeating: 0)
            }
            guard body(bytes) else { return true }
            TexelSlots.seal(bytes)
            return write(UnsafeRawBufferPointer(bytes), at: block, in: words)
        }
    }

    func keep(_ texel: Texel, in sizes: [TexelSize], tag: UInt32, of ordinal: UInt32) -> [TexelSize] {
        files.used(self)
        // The large ones last: they are what is left out.
        return TexelSize.allCases.filter { size in
            guard sizes.contains(size), files.takeRoom(for: size, in: name) else { return false }
            let slot = TexelSlots.slot(of: size == .small ? texel.half : texel.rgb, tag: tag)
            let file = file(size)
            defer { files.note(file.allocatedBytes, of: size, in: name) }
            return slot.withUnsafeBytes { write($0, at: Int(ordinal), in: file) }
        }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at slot: Int, in file: SlotFile) -> Bool {
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
        let (file, slotBytes) = (file(size), TexelSlots.slotBytes(size))
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
        files.reserve(items: items, in: name)
        // A sign that it is used.
        utimensat(AT_FDCWD, "\(path)/colours", nil, 0)
    }

    var keptSizes: [TexelSize] { files.keptSizes }
    var room: TexelRoom { files.room }

    func closeFiles() { for file in [words, small, large] { file.closeFile() } }

    func remove() {
        closeFiles()
        Self.removeFiles(in: path)
        files.forget(collection, in: name)
    }
}
