import CollectionModel
import Dispatch
import LookaheadTesting
import Synchronization
import Testing

/// Tables that are read back, whose identifiers are found from the first look on.
@Suite struct StoredIdentifiersTests {
    private let ids = (0..<20_000).map { "folder/\($0 % 13)/写真 \($0)" }

    @Test func `identifiers that are read back have their ordinals, and are found like others`() throws {
        let read = try IdentifierTable.readBack(ids)
        #expect(!read.isSettled && read.count == ids.count)
        #expect(Array(read) == ids)
        #expect(ids.indices.allSatisfy { read.ordinal(of: ids[$0]) == UInt32($0) })
        #expect(read.ordinal(of: "folder/0/写真 0", expecting: 7) == 0 && read.ordinal(of: "folder/0") == nil)
        for guesses: (UInt32, UInt32) in [(7, 0), (0, 7), (7, .max)] {
            #expect(read.ordinal(of: "folder/0/写真 0", expecting: guesses.0, or: guesses.1) == 0)
            #expect(read.ordinal(of: "folder/0", expecting: guesses.0, or: guesses.1) == nil)
        }
        #expect(read.duplicate == nil)
        #expect(read.sizeBytes == IdentifierTable(ids).sizeBytes)
    }

    @Test func `a table that was read back takes further ones, and its copies do not`() throws {
        let read = try IdentifierTable.readBack(ids)
        var (one, many, known) = (read, read, read)
        #expect(one.intern("new") == (UInt32(ids.count), true) && one.intern(ids[3]) == (3, false))
        #expect(many.append(contentsOf: (0..<5000).map { "more \($0)" }) == nil)
        #expect(many.ordinal(of: "more 4999") == UInt32(ids.count + 4999) && many.ordinal(of: ids[9]) == 9)
        #expect(known.append(contentsOf: ["other", ids[5]]) == ids[5])
        #expect(read.count == ids.count && read.ordinal(of: "new") == nil && read.ordinal(of: "more 1") == nil)
        #expect(one.isSettled && many.isSettled && !read.isSettled)
    }

    @Test func `whoever looks first while others do gets the same answers`() throws {
        for _ in 0..<8 {
            let read = try IdentifierTable.readBack(ids)
            let wrong = Atomic(0)
            DispatchQueue.concurrentPerform(iterations: 8) { thread in
                for index in stride(from: thread * 37, to: ids.count, by: 997)
                where read.ordinal(of: ids[index]) != UInt32(index) {
                    wrong.add(1, ordering: .relaxed)
                }
            }
            #expect(wrong.load(ordering: .relaxed) == 0)
        }
    }

    @Test func `one that is there twice is named, and found at its first place`() throws {
        for count in [3, 20_000] {
            let read = try IdentifierTable.readBack(ids.prefix(count) + [ids[1]])
            #expect(read.duplicate == ids[1] && read.ordinal(of: ids[1]) == 1)
            #expect(ids.prefix(count).indices.allSatisfy { read.ordinal(of: ids[$0]) == UInt32($0) })
        }
    }

    @Test func `a run of a table is read back as it was written`() throws {
        let table = IdentifierTable(ids)
        for range in [0..<0, 0..<1, 15..<17, 4096..<8192, 0..<UInt32(ids.count)] as [Range<UInt32>] {
            var read = IdentifierTable.stored(capacity: range.count)
            try read.append(run: table.run(of: range).span, count: range.count)
            #expect(Array(read) == Array(ids[Int(range.lowerBound)..<Int(range.upperBound)]))
        }
    }

    @Test func `bytes that are no run are refused with their fault`() {
        func fault(_ bytes: [UInt8], _ count: Int) -> IdentifierTable.RunFault? {
            var table = IdentifierTable.stored(capacity: 0)
            do throws(IdentifierTable.RunFault) { try table.append(run: bytes.span, count: count) } catch {
                return error
            }
            return nil
        }
        #expect(fault([1, 0, 0x61], 1) == nil && fault([], 0) == nil && fault([0, 0], 1) == nil)
        #expect(fault([1, 0], 1) == .cutShort && fault([1], 1) == .cutShort && fault([1, 0, 0x61], 2) == .cutShort)
        #expect(fault([1, 0, 0x61], 0) == .rest && fault([], -1) == .rest)
        #expect(fault([0, 1] + [UInt8](repeating: 0x61, count: 256), 1) == .tooLong)
        #expect(fault([1, 0, 0xFF], 1) == .notText)
        // Half a character, and the other half: together they are text, and neither is.
        #expect(fault([1, 0, 0xC3, 1, 0, 0xA9], 2) == .notText && fault([2, 0, 0xC3, 0xA9], 1) == nil)
    }

    @Test func `a table begins with another one only where identifiers and lengths are the same`() {
        let (one, longer) = (IdentifierTable(["ab", "c"]), IdentifierTable(["ab", "c", "d"]))
        #expect(longer.begins(with: one) && longer.begins(with: longer) && longer.begins(with: IdentifierTable()))
        #expect(!one.begins(with: longer) && !longer.begins(with: IdentifierTable(["a", "bc"])))
        #expect(!longer.begins(with: IdentifierTable(["ab", "d"])))
        let (many, other) = (IdentifierTable(ids), IdentifierTable(ids.prefix(999) + ["x"]))
        #expect(many.begins(with: IdentifierTable(Array(ids.prefix(999)))) && !many.begins(with: other))
    }
}
