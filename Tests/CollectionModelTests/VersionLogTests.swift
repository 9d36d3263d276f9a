import CollectionModel
import LookaheadTesting
import Testing

@Suite struct VersionLogTests {
    private func patch(_ from: Int) -> VersionedPatch {
        var patch = Patch()
        patch.inserts = [.init(at: [0, from], item: ItemOrdinal(UInt32(from)))]
        return VersionedPatch(from: from, to: from + 1, patch: patch)
    }

    @Test func `patches lead from any version it reaches to the newest, and from no other`() {
        var log = VersionLog(countLimit: 100)
        #expect(log.patches(from: 0) == nil)
        for version in 5..<10 { log.append(patch(version)) }
        #expect(log.patches(from: 4) == nil)
        #expect(log.patches(from: 5)?.map(\.from) == [5, 6, 7, 8, 9])
        #expect(log.patches(from: 9)?.map(\.from) == [9])
        #expect(log.patches(from: 10) == [])
        #expect(log.patches(from: 11) == nil)
        #expect(log.patch(from: 6)?.patch.inserts.count == 4)
        #expect(log.patch(from: 10)?.patch.isEmpty == true)
    }

    @Test func `the oldest are forgotten beyond the count and beyond the bytes`() {
        var log = VersionLog(countLimit: 3)
        for version in 0..<50 { log.append(patch(version)) }
        #expect(log.count == 3 && log.oldest == 47 && log.newest == 50)
        #expect(log.patches(from: 46) == nil)
        #expect(log.patches(from: 48)?.map(\.from) == [48, 49])
        var small = VersionLog(sizeLimitBytes: 1_000)
        for version in 0..<50 { small.append(patch(version)) }
        #expect(small.count < 50 && small.sizeBytes <= 1_000)
    }

    @Test func `a gap starts the log anew`() {
        var log = VersionLog()
        log.append(patch(1))
        log.append(patch(7))
        #expect(log.patches(from: 1) == nil)
        #expect(log.patches(from: 7)?.count == 1)
    }
}
