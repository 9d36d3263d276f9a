import Glibc
import GridEngine
import LookaheadTesting
import SeededRandom
import Synchronization
import Testing

@testable import Renditions

@Suite struct TexelFilesTests {
    private let folder = TemporaryFolder()

    private func files(limitBytes: Int = 1 << 30) -> TexelFiles {
        TexelFiles(folder: folder.file("cache"), limitBytes: limitBytes)
    }

    private func texel(_ seed: UInt32) -> Texel {
        Texel(rgb: (0..<Texel.byteCount).map { UInt8(truncatingIfNeeded: UInt32($0) &* 7 &+ seed &* 13) })!
    }

    private func keep(_ shelf: any TexelShelf, _ ordinal: UInt32, tag: UInt32 = 9) {
        let texel = texel(ordinal)
        let sizes = shelf.keep(texel, in: TexelSize.allCases, tag: tag, of: ordinal)
        let word = TexelWord(colour: texel.mean, isDamaged: false, sizes: sizes)
        shelf.setWords([TexelSlot(tag: tag, word: word)], of: [ordinal])
    }

    private func read(
        _ shelf: any TexelShelf, _ size: TexelSize, _ ordinals: [UInt32], tag: UInt32 = 9
    ) -> [UInt32: [UInt8]] {
        var found: [UInt32: [UInt8]] = [:]
        let slots = ordinals.enumerated().map { TexelPlace(ordinal: $1, tag: tag, place: $0) }
        shelf.read(size, slots) { found[$0.ordinal] = Array($1) }
        return found
    }

    /// The only file of a name.
    private func path(_ name: String) throws -> String {
        try #require(TemporaryFolder.files(below: folder.file("cache")).first { $0.hasSuffix("/" + name) })
    }

    @Test func `texels are read as they were kept, near each other and far, also after a restart`() throws {
        let ordinals: [UInt32] = [0, 1, 2, 9, 30, 510, 511, 512, 5000, 70_000]
        let first = files()
        let shelf = first.shelf(of: "photos")
        for ordinal in ordinals { keep(shelf, ordinal) }
        for files in [first, files()] {
            let shelf = files.shelf(of: "photos")
            for (size, expected) in [(TexelSize.small, \Texel.half), (.large, \Texel.rgb)] {
                let found = read(shelf, size, ordinals)
                for ordinal in ordinals { #expect(found[ordinal] == texel(ordinal)[keyPath: expected], "\(ordinal)") }
            }
            let words = try #require(shelf.words(inBlock: 1))
            #expect(words[0].word.colour == texel(511).mean && words[0].tag == 9 && words[0].word.has(.large))
            #expect(words[2].tag == 0)
        }
        #expect(read(files().shelf(of: "other"), .small, ordinals).isEmpty)
    }

    @Test func `what is of another content is not there`() {
        let shelf = files().shelf(of: "photos")
        keep(shelf, 3)
        #expect(read(shelf, .small, [3], tag: 10).isEmpty)
        #expect(read(shelf, .small, [4]).isEmpty)
    }

    @Test(arguments: TexelSize.allCases) func `a slot is a miss, whichever byte is damaged, and is kept again`(
        size: TexelSize
    ) throws {
        let shelf = files().shelf(of: "photos")
        for ordinal in [UInt32(0), 1, 2] { keep(shelf, ordinal) }
        let path = try path("\(size.rawValue)")
        let whole = TemporaryFolder.bytes(ofFile: path)
        let slotBytes = whole.count / 3
        for place in slotBytes..<2 * slotBytes {
            var damaged = whole
            damaged[place] ^= 0x10
            write(damaged, to: path)
            let found = read(shelf, size, [0, 1, 2])
            #expect(found.keys.sorted() == [0, 2], "byte \(place)")
        }
        keep(shelf, 1)
        #expect(read(shelf, size, [0, 1, 2]).count == 3)
    }

    @Test func `a block of colours is unknown, whichever byte is damaged, and begins again`() throws {
        let shelf = files().shelf(of: "photos")
        for ordinal in [UInt32(0), 510, 511] { keep(shelf, ordinal) }
        let path = try path("colours")
        let whole = TemporaryFolder.bytes(ofFile: path)
        #expect(whole.count == 8192)
        for place in stride(from: 0, to: 4096, by: 31) {
            var damaged = whole
            damaged[place] ^= 0x10
            write(damaged, to: path)
            #expect(shelf.words(inBlock: 0) == nil, "byte \(place)")
            #expect(shelf.words(inBlock: 1)?[0].tag == 9)
        }
        keep(shelf, 5)
        let words = try #require(shelf.words(inBlock: 0))
        #expect(words.indices.filter { words[$0].tag != 0 } == [5])
    }

    @Test func `files that are cut short or full of noise show nothing wrong`() throws {
        let shelf = files().shelf(of: "photos")
        for ordinal in UInt32(0)..<600 { keep(shelf, ordinal) }
        for name in ["colours", "8", "16"] {
            let path = try path(name)
            let whole = TemporaryFolder.bytes(ofFile: path)
            for count in [0, 1, 5000, whole.count - 1] {
                truncate(path, off_t(count))
                check(shelf)
                write(whole, to: path)
            }
            var random = SeededRandom(seed: 41)
            write((0..<whole.count).map { _ in UInt8.random(in: 0...255, using: &random) }, to: path)
            check(shelf)
            write(whole, to: path)
        }
        #expect(read(shelf, .large, Array(0..<600)).count == 600)
    }

    /// What is found is right.
    private func check(_ shelf: any TexelShelf) {
        for (ordinal, pixels) in read(shelf, .small, Array(0..<600)) { #expect(pixels == texel(ordinal).half) }
        for (ordinal, pixels) in read(shelf, .large, Array(0..<600)) { #expect(pixels == texel(ordinal).rgb) }
        for block in 0...1 {
            for (place, slot) in (shelf.words(inBlock: block) ?? []).enumerated() where slot.tag != 0 {
                #expect(slot.word.colour == texel(UInt32(block * shelf.blockSlots + place)).mean)
            }
        }
    }

    /// The bytes that the disk has given to the files of all texels but mean colours.
    private var pixelBytes: Int {
        TemporaryFolder.files(below: folder.file("cache")).filter { !$0.hasSuffix("/colours") }.reduce(0) {
            bytes, path in
            var status = stat()
            #expect(stat(path, &status) == 0)
            return bytes + Int(status.st_blocks) * 512
        }
    }

    @Test func `large texels leave when small ones need their room, also those of collections that are not served`() {
        let most = 2 << 20
        let served = files(limitBytes: 2 * most).shelf(of: "photos")
        served.reserve(items: 1000)
        for ordinal in UInt32(0)..<1000 { keep(served, ordinal) }
        #expect(read(served, .large, Array(0..<1000)).count == 1000)
        // Another run, which does not open the first collection.
        let files = files(limitBytes: 2 * most)
        let other = files.shelf(of: "other")
        other.reserve(items: 8500)
        for ordinal in UInt32(0)..<8500 { keep(other, ordinal) }
        #expect(read(other, .small, Array(0..<8500)).count == 8500)
        #expect(read(served, .large, Array(0..<1000)).isEmpty)
        #expect(read(served, .small, Array(0..<1000)).count == 1000)
        #expect(pixelBytes + 9500 * 8 <= most)
        // Their words still say that large ones are there: nothing is wrong with what is not.
        #expect(served.words(inBlock: 0)?[0].word.has(.large) == true)
    }

    @Test func `a smaller cache is kept within half of it from the start on`() {
        let shelf = files().shelf(of: "photos")
        shelf.reserve(items: 2000)
        for ordinal in UInt32(0)..<2000 { keep(shelf, ordinal) }
        let large = pixelBytes
        #expect(files(limitBytes: 2 << 20).shelf(of: "photos").keptSizes == TexelSize.allCases)
        #expect(pixelBytes < large && pixelBytes <= 1 << 20)
        #expect(read(shelf, .small, Array(0..<2000)).count == 2000)
        _ = files(limitBytes: 100_000)
        #expect(pixelBytes == 0)
    }

    @Test func `slots that are written again and again take no more room, and what is removed gives its own back`() {
        let files = files(limitBytes: 2 * 400_000)
        let shelf = files.shelf(of: "photos")
        shelf.reserve(items: 100)
        for _ in 0..<50 { for ordinal in UInt32(0)..<100 { keep(shelf, ordinal, tag: 7) } }
        #expect(read(shelf, .large, Array(0..<100), tag: 7).count == 100)
        for number in 0..<20 {
            let other = files.shelf(of: "other \(number)")
            other.reserve(items: 200)
            for ordinal in UInt32(0)..<200 { keep(other, ordinal) }
            #expect(read(other, .large, Array(0..<200)).count == 200, "\(number)")
            other.remove()
        }
        #expect(shelf.room.sizes == TexelSize.allCases)
    }

    @Test func `what cannot be written is not kept, and colours are in memory at least`() {
        write([1], to: folder.file("file"))
        let shelf = TexelFiles(folder: folder.file("file"), limitBytes: 1 << 30).shelf(of: "photos")
        #expect(shelf.keep(texel(1), in: TexelSize.allCases, tag: 9, of: 1).isEmpty)
        #expect(shelf.room.isPaused)
        #expect(!shelf.setWords([TexelSlot(tag: 9, word: .failed)], of: [1]))
        #expect(shelf.words(inBlock: 0) == nil)
    }

    @Test func `the disk cache gives way to texels`() {
        let given = Mutex(0)
        let files = TexelFiles(folder: folder.file("cache"), limitBytes: 1 << 30) { bytes in
            given.withLock { $0 = bytes }
        }
        let shelf = files.shelf(of: "photos")
        for ordinal in UInt32(0)..<2200 { keep(shelf, ordinal) }
        #expect(given.withLock { $0 } >= 2 << 20)
    }

    @Test func `nothing is left of a collection that is gone`() {
        let shelf = files().shelf(of: "photos")
        keep(shelf, 1)
        shelf.remove()
        #expect(TemporaryFolder.files(below: folder.file("cache")).isEmpty)
    }

    @Test func `of many collections few files are open`() {
        let files = files()
        let shelves = (0..<100).map { files.shelf(of: "c\($0)") }
        for shelf in shelves { keep(shelf, 1) }
        let open = (0..<4096).filter { descriptor in
            var path = [CChar](repeating: 0, count: 4096)
            guard readlink("/proc/self/fd/\(descriptor)", &path, 4095) > 0 else { return false }
            let name = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            return String(decoding: name, as: UTF8.self).hasPrefix(folder.path)
        }
        #expect(open.count <= 32 * 3)
        for shelf in shelves { #expect(read(shelf, .small, [1]).count == 1) }
    }

    @Test func `a sheet shows each cell's own colour up to its border`() throws {
        let colours = (0..<256).map { UInt32($0) &* 2_654_435_761 >> 8 }
        let rgb = (0..<128 * 128).flatMap { pixel in
            let colour = colours[pixel / 128 / 8 * 16 + pixel % 128 / 8]
            return [UInt32(16), 8, 0].map { UInt8(truncatingIfNeeded: colour >> $0) }
        }
        let sheet = try #require(files().sheet(ofPixels: rgb, width: 128, height: 128))
        #expect(sheet.contentType == "image/jpeg")
        let shown = try TestPicture(reading: sheet.bytes)
        #expect((shown.width, shown.height, shown.bands) == (128, 128, 3))
        #expect(zip(shown.samples, rgb).map { abs(Int($0) - Int($1)) }.max() ?? 255 <= 8)
    }

    private func write(_ bytes: [UInt8], to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        defer { close(descriptor) }
        #expect(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
    }
}
