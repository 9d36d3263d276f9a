import Foundation
import GridEngine
import Testing

@testable import CollectionStore

/// What can be read of a log that was damaged: SQLite stops at the first bad checksum, whatever follows.
@Suite struct WriteAheadLogTests {
    /// The log of a killed store: three small changes, one of several frames, and `more` small ones.
    private func log(more: Int = 2) throws -> (scratch: Scratch, whole: WriteAheadLog) {
        let (scratch, copy) = (try Scratch(isInMemory: true), try Scratch(isInMemory: true))
        let store = try scratch.open()
        try store.checkpoint(freshOrder(counts: [20]))
        try store.fold()
        for version in 2...(5 + more) {
            let patch = [UInt8](repeating: UInt8(version), count: version == 5 ? 20_000 : 30)
            try store.commit([StoredChange(collection: "c", version: version, patch: patch)])
        }
        try scratch.copyFiles(to: copy)
        try store.close()
        return (copy, try #require(try WriteAheadLog(path: copy.log)))
    }

    /// Reads the log with other bytes in some places.
    private func read(
        _ scratch: Scratch, salts: UInt64? = nil, changing change: (inout Data) -> Void
    ) throws -> WriteAheadLog {
        let path = scratch.folder + "/changed-wal"
        var content = try Data(contentsOf: URL(fileURLWithPath: scratch.log))
        change(&content)
        try content.write(to: URL(fileURLWithPath: path))
        return try #require(try WriteAheadLog(path: path, salts: salts))
    }

    private func lostFrames(_ log: WriteAheadLog) -> [Int] { log.frames.indices.filter { !log.frames[$0].isWhole } }

    private func start(_ frame: Int) -> Int { 32 + frame * (24 + 4096) }

    /// The frames of the change of several frames.
    private func large(_ whole: WriteAheadLog) throws -> Range<Int> {
        let ends = whole.frames.indices.filter { whole.frames[$0].isCommit }
        let range = ends[2] + 1..<ends[3] + 1
        try #require(range.count > 4)
        return range
    }

    @Test func `a whole log is read whole`() throws {
        let (scratch, whole) = try log()
        #expect(whole.isHeadWhole && whole.wholeCount == whole.frames.count && !whole.hasUnreadableEnd)
        #expect(whole.frames.filter(\.isCommit).count == 6)
        #expect(StoreFiles.size(scratch.log) == start(whole.frames.count))
    }

    @Test(arguments: 0..<32)
    func `a damaged head costs no page, wherever the damage is`(offset: Int) throws {
        let (scratch, whole) = try log()
        let damaged = try read(scratch, salts: whole.salts) { $0[offset] ^= 0x10 }
        #expect(damaged.frames.map(\.page) == whole.frames.map(\.page))
        #expect(lostFrames(damaged).isEmpty)
        #expect(damaged.acknowledgedCount(whole.position) == whole.frames.count)
        // SQLite takes nothing of it.
        #expect(!damaged.isHeadWhole && damaged.wholeCount == 0 && damaged.hasLostTransactions)
        #expect(try !damaged.reaches(#require(whole.position)))
    }

    @Test func `of the head its checksum is enough, or all but the checksum`() throws {
        let (scratch, whole) = try log()
        for range in [0..<24, 24..<32] {
            let damaged = try read(scratch, salts: whole.salts) { content in
                for offset in range { content[offset] = 0xA5 }
            }
            #expect(lostFrames(damaged).isEmpty, "\(range)")
        }
        let zeroed = try read(scratch, salts: whole.salts) { $0.replaceSubrange(0..<32, with: Data(count: 32)) }
        #expect(lostFrames(zeroed) == [0])
    }

    @Test func `checksums of the other byte order are read too, also where the magic number is damaged`() throws {
        let (scratch, whole) = try log()
        for isMagicDamaged in [false, true] {
            let reversed = try read(scratch, salts: whole.salts) { content in
                reverseChecksums(&content, frames: whole.frames.count)
                if isMagicDamaged { content[0] ^= 1 }
            }
            #expect(reversed.isHeadWhole == !isMagicDamaged)
            #expect(lostFrames(reversed).isEmpty && reversed.frames.map(\.sum) == whole.frames.map(\.sum))
        }
    }

    /// Makes a log what a machine of the other byte order would have written.
    private func reverseChecksums(_ content: inout Data, frames: Int) {
        func words(_ range: Range<Int>) -> [UInt64] {
            content[range].withUnsafeBytes { Array($0.bindMemory(to: UInt64.self)) }
        }
        func put(_ checksum: UInt64, at offset: Int) {
            content.replaceSubrange(offset..<offset + 8, with: withUnsafeBytes(of: checksum.bigEndian) { Data($0) })
        }
        content[3] ^= 1
        var checksum = WriteAheadLog.checksum(words(0..<24)[...], from: 0, isReversed: true)
        put(checksum, at: 24)
        for frame in 0..<frames {
            let start = start(frame)
            checksum = WriteAheadLog.checksum(words(start..<start + 8)[...], from: checksum, isReversed: true)
            checksum = WriteAheadLog.checksum(words(start + 24..<start + 4120)[...], from: checksum, isReversed: true)
            put(checksum, at: start + 16)
        }
    }

    @Test func `a damaged page costs that page, and a damaged checksum none`() throws {
        let (scratch, whole) = try log()
        let frame = try large(whole).lowerBound + 1
        for (offset, lost) in [(24 + 100, [frame]), (16, [])] {
            let damaged = try read(scratch) { $0[start(frame) + offset] ^= 1 }
            #expect(lostFrames(damaged) == lost)
            #expect(damaged.linkedCount == frame && damaged.hasLostTransactions)
            #expect(damaged.acknowledgedCount(nil) == whole.frames.count)
        }
    }

    /// The disk failed while a change was written over the remains of one that had been refused: its head is in place, the rest is
    /// the older one's.
    @Test func `a frame head that was torn is no lost change`() throws {
        let (scratch, whole) = try log(more: 0)
        let remains = try large(whole)
        let torn = try read(scratch) { content in
            content.replaceSubrange(
                start(remains.lowerBound)..<start(remains.lowerBound) + 8, with: [0, 0, 0, 1, 0, 0, 0, 9])
        }
        let frame = torn.frames[remains.lowerBound]
        #expect(frame.page == 1 && frame.commit == 9 && !frame.isLinked)
        #expect(!frame.isCommit && frame.writtenPage == whole.frames[remains.lowerBound].page)
        // The frames behind it continue each other, and are still no change that was flushed.
        #expect(torn.frames[remains.lowerBound + 1].isLinked && torn.hasUnreadableEnd && !torn.hasLostTransactions)
        #expect(torn.acknowledgedCount(nil) == remains.lowerBound)
        #expect(torn.acknowledgedCount(whole.position) == whole.frames.count, "the mark says that it was acknowledged")
    }
}
