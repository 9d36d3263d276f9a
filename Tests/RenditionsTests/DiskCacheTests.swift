import Glibc
import GridEngine
import LookaheadTesting
import Testing

@testable import Renditions

@Suite struct DiskCacheTests {
    private let folder = TemporaryFolder()

    private func key(_ number: Int) -> RenditionKey {
        RenditionKey(collection: "photos", item: "item-\(number)", revision: 7, form: .width(320))
    }

    private func rendition(_ number: Int, sizeBytes: Int = 1000) -> Rendition {
        Rendition(
            bytes: Array(repeating: UInt8(truncatingIfNeeded: number), count: sizeBytes), contentType: "image/jpeg",
            width: 480, height: 320, originalWidth: 6000, originalHeight: 4000)
    }

    /// A cache over the test's folder that has counted what is there.
    private func cache(limitBytes: Int = 1 << 20) -> DiskCache {
        let cache = DiskCache(folder: folder.file("cache"), limitBytes: limitBytes)
        while !cache.isScanned { sched_yield() }
        return cache
    }

    private var entryBytes: Int { DiskCacheEntry.bytes(of: rendition(1), for: key(1)).count }

    @Test func `an entry is read as it was written, also after a restart`() throws {
        let first = cache()
        first.insert(rendition(1), for: key(1))
        for cache in [first, cache()] {
            let read = try #require(cache.rendition(for: key(1)))
            #expect(read.bytes == rendition(1).bytes)
            #expect(read.contentType == "image/jpeg")
            #expect((read.width, read.height) == (480, 320))
            #expect((read.originalWidth, read.originalHeight) == (6000, 4000))
            #expect(cache.size.entries == 1)
            #expect(cache.size.bytes == entryBytes)
        }
        #expect(first.rendition(for: key(2)) == nil)
    }

    @Test func `a preview has its texel with it`() throws {
        var preview = rendition(1)
        preview.texel = .plain(0x12_3456)
        let key = key(1).with(.preview)
        cache().insert(preview, for: key)
        let read = try #require(cache().rendition(for: key))
        #expect(read.texel == preview.texel && read.bytes == preview.bytes)
    }

    @Test func `a full picture has its sharpness with it`() throws {
        for sharpness in [0, 388, 1000, nil] {
            var measured = rendition(1)
            measured.sharpness = sharpness
            cache().insert(measured, for: key(1))
            let read = try #require(cache().rendition(for: key(1)))
            #expect(read.sharpness == sharpness && read.bytes == measured.bytes && read.isDamaged == measured.isDamaged)
        }
    }

    @Test func `it stays within its limit, and what was used last stays`() {
        let cache = cache(limitBytes: 3 * entryBytes)
        for number in 1...3 { cache.insert(rendition(number), for: key(number)) }
        _ = cache.rendition(for: key(1))
        cache.insert(rendition(4), for: key(4))
        #expect(cache.rendition(for: key(2)) == nil)
        for number in [1, 3, 4] { #expect(cache.rendition(for: key(number)) != nil, "\(number)") }
        #expect(TemporaryFolder.files(below: folder.file("cache")).count == 3)
        #expect(cache.size.bytes == 3 * entryBytes)
    }

    @Test func `a smaller limit at the next start removes the oldest`() {
        let first = cache()
        for number in 1...5 {
            first.insert(rendition(number), for: key(number))
            setLastUse(of: key(number), secondsAgo: 10_000 - number * 10)
        }
        // Used again, hours after it was written: that is written down.
        _ = first.rendition(for: key(1))
        let second = cache(limitBytes: 2 * entryBytes)
        #expect(second.size.entries == 2)
        #expect(second.rendition(for: key(1)) != nil)
        #expect(second.rendition(for: key(5)) != nil)
        #expect(TemporaryFolder.files(below: folder.file("cache")).count == 2)
    }

    @Test func `a damaged entry is a miss, whichever byte is damaged, and is made again`() throws {
        let cache = cache()
        cache.insert(rendition(1, sizeBytes: 40), for: key(1))
        let path = try #require(TemporaryFolder.files(below: folder.file("cache")).first)
        let whole = TemporaryFolder.bytes(ofFile: path)
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 0x40
            write(damaged, to: path)
            #expect(cache.rendition(for: key(1)) == nil, "byte \(place)")
        }
        for count in [0, 1, 20, whole.count - 1] {
            write(Array(whole.prefix(count)), to: path)
            #expect(cache.rendition(for: key(1)) == nil, "\(count) bytes")
        }
        #expect(access(path, F_OK) != 0, "what is damaged is removed")
        #expect(cache.size.entries == 0)
        cache.insert(rendition(1), for: key(1))
        #expect(cache.rendition(for: key(1)) != nil)
    }

    @Test func `an entry of another key under the same name is a miss`() {
        let bytes = DiskCacheEntry.bytes(of: rendition(1), for: key(1))
        #expect(DiskCacheEntry.rendition(in: bytes, for: key(1)) != nil)
        #expect(DiskCacheEntry.rendition(in: bytes, for: key(2)) == nil)
    }

    @Test func `entries and folders that someone deleted are misses, and come back`() {
        let cache = cache()
        for number in 1...3 { cache.insert(rendition(number), for: key(number)) }
        #expect(rename(folder.file("cache"), folder.file("away")) == 0)
        #expect(cache.rendition(for: key(1)) == nil)
        cache.insert(rendition(4), for: key(4))
        #expect(cache.rendition(for: key(4)) != nil)
        #expect(cache.size.writeFailures == 0)
    }

    @Test func `a folder that cannot be made costs the cache, nothing else`() {
        folder.write([1], to: "cache")
        let cache = cache()
        cache.insert(rendition(1), for: key(1))
        #expect(cache.rendition(for: key(1)) == nil)
        #expect(cache.size.writeFailures == 1)
        #expect(cache.size.entries == 0)
    }

    @Test func `what an earlier run left half written is removed, and what another server writes is not`() {
        _ = cache()
        let drafts = "\(folder.file("cache"))/renditions-\(DiskCacheEntry.formatVersion)/tmp"
        write([1, 2, 3], to: "\(drafts)/old")
        var times = utimbuf(actime: time(nil) - 7200, modtime: time(nil) - 7200)
        utime("\(drafts)/old", &times)
        write([1, 2, 3], to: "\(drafts)/new")
        _ = cache()
        #expect(access("\(drafts)/old", F_OK) != 0)
        #expect(access("\(drafts)/new", F_OK) == 0)
    }

    @Test func `two caches on one folder read what the other has written`() {
        let (one, two) = (cache(), cache())
        for number in 1...20 { (number.isMultiple(of: 2) ? one : two).insert(rendition(number), for: key(number)) }
        for number in 1...20 {
            #expect(one.rendition(for: key(number))?.bytes == rendition(number).bytes)
            #expect(two.rendition(for: key(number))?.bytes == rendition(number).bytes)
        }
        #expect(one.size.writeFailures + two.size.writeFailures == 0)
    }

    @Test func `one that is larger than the whole cache is not kept`() {
        let cache = cache(limitBytes: entryBytes - 1)
        cache.insert(rendition(1), for: key(1))
        #expect(cache.size.entries == 0)
        #expect(TemporaryFolder.files(below: folder.file("cache")).isEmpty)
    }

    private func setLastUse(of key: RenditionKey, secondsAgo: Int) {
        let path = DiskCacheFolder(path: folder.file("cache")).path(of: DiskCacheEntry.name(of: key))
        var times = utimbuf(actime: time(nil) - secondsAgo, modtime: time(nil) - secondsAgo)
        utime(path, &times)
    }

    private func write(_ bytes: [UInt8], to path: String) {
        let file = fopen(path, "w")
        _ = bytes.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
        fclose(file)
    }
}
